import type { PendingDevice } from '@chat/contract/devices';
import { useState } from 'react';
import { ApproveDeviceDialog } from '../features/devices/components/approve-device-dialog.tsx';
import { DeviceSearch } from '../features/devices/components/device-search.tsx';
import { DevicesTable } from '../features/devices/components/devices-table.tsx';
import { RejectDeviceDialog } from '../features/devices/components/reject-device-dialog.tsx';
import { devicesTexts } from '../features/devices/devices.texts.ts';
import { useDeviceSearch } from '../features/devices/hooks/use-device-search.ts';
import { FirstSteps } from '../features/first-steps/components/first-steps.tsx';
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
