import { CloseButton, Kbd, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Command, commands } from '../stores/commands';
import { useUi } from '../stores/ui';
import classes from './KeysSheet.module.css';
import { showKey } from './keyNames';

type Id = (typeof commands)[number]['id'];

/** All keys on one sheet (F1). */
export function KeysSheet() {
  const { t } = useTranslation();
  const open = useUi((state) => state.helpOpen);
  const setOpen = useUi((state) => state.setHelpOpen);
  const mouse = ['pan', 'zoom', 'wire', 'search'] as const;
  return (
    <Modal opened={open} onClose={() => setOpen(false)} withCloseButton={false} size={720}>
      <div className={classes.head}>
        <Modal.Title fw={600}>{t('app.keysTitle')}</Modal.Title>
        <CloseButton aria-label={t('app.close')} onClick={() => setOpen(false)} />
      </div>
      <div className={classes.sheet}>
        {commands
          .filter(({ keys }) => keys.length > 0)
          .map(({ id, keys }: Pick<Command, 'keys'> & { id: Id }) => (
            <div key={id} className={classes.row}>
              <span>{t(`command.${id}`)}</span>
              <span className={classes.keys}>
                {keys.map((key) => (
                  <Kbd key={key} size="xs">
                    {showKey(key)}
                  </Kbd>
                ))}
              </span>
            </div>
          ))}
        {mouse.map((name) => (
          <div key={name} className={classes.row}>
            <span>{t(`app.mouse.${name}`)}</span>
            <span className={classes.keys}>
              <Kbd size="xs">{t(`app.mouseKey.${name}`)}</Kbd>
            </span>
          </div>
        ))}
      </div>
    </Modal>
  );
}
