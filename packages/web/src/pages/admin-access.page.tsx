import type { PendingDevice } from '@chat/contract/devices';
import { useState } from 'react';
import { devicesTexts } from '../features/devices/devices.texts.ts';
import {
  ApproveDeviceDialog,
  DeviceSearch,
  DevicesTable,
  RejectDeviceDialog,
  useDeviceSearch,
} from '../features/devices/devices.tsx';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';

interface OpenDialog {
  kind: 'approve' | 'reject';
  device: PendingDevice;
}

export function AdminAccessPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { text, search, handleChange, handleSearch } = useDeviceSearch();
  const handleClose = () => setDialog(null);
  return (
    <Page>
      <PageHeader title={devicesTexts.title}>
        <DeviceSearch text={text} onChange={handleChange} onSearch={handleSearch} />
      </PageHeader>
      <FirstSteps />
      <DevicesTable
        search={search}
        onApprove={(device) => setDialog({ kind: 'approve', device })}
        onReject={(device) => setDialog({ kind: 'reject', device })}
      />
      {dialog?.kind === 'approve' && (
        <ApproveDeviceDialog device={dialog.device} onClose={handleClose} />
      )}
      {dialog?.kind === 'reject' && (
        <RejectDeviceDialog device={dialog.device} onClose={handleClose} />
      )}
    </Page>
  );
}
