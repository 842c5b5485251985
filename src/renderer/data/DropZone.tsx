import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeFile } from '../stores/data';
import { useUi } from '../stores/ui';
import styles from './data.module.css';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** The whole window takes a dropped file; while one hangs over it, it says what will happen. */
export function DropZone() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    };
    const hover = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      useUi.getState().showLeft('data');
      void takeFile(file, file.name);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const;
    const names = ['dragenter', 'dragleave', 'dragover', 'drop'] as const;
    for (const name of names) window.addEventListener(name, listeners[name]);
    return () => {
      for (const name of names) window.removeEventListener(name, listeners[name]);
    };
  }, []);
  if (!over) return null;
  return (
    <div className={styles.drop} data-testid="drop-zone">
      <strong>{t('data.drop')}</strong>
      <span>{t('data.dropHint')}</span>
    </div>
  );
}
