import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeFile } from '../stores/data';
import styles from './data.module.css';

/** Takes a text from the clipboard, pasted into a field so that it can be seen first. */
export function PasteButton({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const use = () => {
    setOpen(false);
    setText('');
    void takeFile(new Blob([text]), t('data.pastedName'));
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={disabled}
        data-testid="paste"
        onClick={() => setOpen(true)}
      >
        {t('data.paste')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('data.pasteTitle')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <Textarea
          label={t('data.pasteLabel')}
          data-autofocus
          rows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.modalFoot}>
          <Button disabled={text === ''} onClick={use}>
            {t('data.pasteUse')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
