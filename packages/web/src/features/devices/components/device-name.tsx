import type { PendingDevice } from '@chat/contract/devices';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { devicesTexts as texts } from '../devices.texts.ts';
import styles from './device-name.module.css';

/** Whose device it is, and what tells it from their others. */
export function DeviceName({ device }: { device: PendingDevice }) {
  const { userEmail, name, address, deviceCode } = device;
  const known = [name, address].filter(Boolean).join(' · ');
  return (
    <span className={styles.device}>
      <span>{withBreaks(userEmail)}</span>
      {known && <span className={styles.known}>{known}</span>}
      {deviceCode && (
        <span className={styles.known}>
          {texts.code} <code className={styles.code}>{deviceCode}</code>
        </span>
      )}
    </span>
  );
}
