import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useLayer } from '../../shared/layers.ts';
import { cx } from '../../shared/ui/cx.ts';
import dialog from '../../shared/ui/dialog.module.css';
import { IconButton } from '../../shared/ui/icon-button.tsx';

import { uiTexts } from '../../shared/ui/ui.texts.ts';
import { shortcuts, shortcutsTexts as texts } from './shortcuts.texts.ts';
import styles from './shortcuts-sheet.module.css';

/** The list of keyboard shortcuts. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  useLayer(true, onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Viewport className={dialog.viewport}>
          <Dialog.Popup className={cx(dialog.popup, dialog.width500)}>
            <header className={dialog.header}>
              <Dialog.Title className={dialog.title}>{texts.title}</Dialog.Title>
              {/* A tooltip would take the first Escape for itself. */}
              <Dialog.Close
                render={<IconButton label={uiTexts.close} icon={X} size="s" withTooltip={false} />}
              />
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
            <div className={dialog.body} tabIndex={0}>
              {shortcuts.map(({ title, keys }) => (
                <section key={title} className={styles.section}>
                  <h3 className={styles.heading}>{title}</h3>
                  <dl className={styles.list}>
                    {keys.map(([meaning, ...combinations]) => (
                      <div key={meaning} className={styles.line}>
                        <dt>{meaning}</dt>
                        <dd className={styles.keys}>
                          {combinations.map((combination) => (
                            <kbd key={combination}>{combination}</kbd>
                          ))}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
