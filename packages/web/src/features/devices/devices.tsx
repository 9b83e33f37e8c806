import type { PendingDevice } from '@chat/contract/devices';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTime } from '../../shared/format/time.ts';
import { socket } from '../../shared/socket.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { EmptyState } from '../../shared/ui/placeholders.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table-head.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { useApproveDevice, useDevices, useRejectDevice } from './api.ts';
import styles from './devices.module.css';
import { devicesTexts } from './devices.texts.ts';

interface DevicesTableProps {
  search: string;
  onApprove: (device: PendingDevice) => void;
  onReject: (device: PendingDevice) => void;
}

const columns: Column<PendingDevice>[] = [
  {
    key: 'user',
    header: devicesTexts.user,
    cell: (device) => <DeviceName device={device} />,
    sortBy: ({ userEmail }) => userEmail,
  },
  {
    key: 'offices',
    header: devicesTexts.offices,
    cell: ({ offices }) => offices.join(', '),
    sortBy: ({ offices }) => offices.join(', ') || null,
  },
  {
    key: 'registered',
    header: devicesTexts.registeredAt,
    cell: ({ createdAt }) => formatTime(createdAt),
    sortBy: ({ createdAt }) => createdAt,
  },
  {
    key: 'approved',
    header: devicesTexts.approvedAt,
    cell: ({ approvedAt }) =>
      approvedAt ? formatTime(approvedAt) : <Badge tone="warning">{devicesTexts.waiting}</Badge>,
    sortBy: ({ approvedAt }) => approvedAt,
  },
];

export function DevicesTable({ search, onApprove, onReject }: DevicesTableProps) {
  const devices = useDevices(search);
  const nothing = search ? (
    <EmptyState icon={ShieldCheck} title={devicesTexts.nothingFound(search)} />
  ) : (
    <EmptyState icon={ShieldCheck} title={devicesTexts.none}>
      {devicesTexts.noneHint}
    </EmptyState>
  );
  return (
    <Table
      label={devicesTexts.title}
      columns={columns}
      rows={devices.data}
      rowKey={(device) => device.uuid}
      actions={(device) => (
        <DeviceActions
          isApproved={device.approvedAt !== null}
          onApprove={() => onApprove(device)}
          onReject={() => onReject(device)}
        />
      )}
      isFailed={devices.isError}
      onRetry={() => void devices.refetch()}
      empty={nothing}
    />
  );
}

/** The owner of the device, and the name that distinguishes it from their others. */
function DeviceName({ device }: { device: PendingDevice }) {
  const { userEmail, name, address, deviceCode } = device;
  const known = [name, address].filter(Boolean).join(' · ');
  return (
    <span className={styles.device}>
      <span>{withBreaks(userEmail)}</span>
      {known && <span className={styles.known}>{known}</span>}
      {deviceCode && (
        <span className={styles.known}>
          {devicesTexts.code} <code className={styles.code}>{deviceCode}</code>
        </span>
      )}
    </span>
  );
}

interface DeviceActionsProps {
  isApproved: boolean;
  onApprove: () => void;
  onReject: () => void;
}

function DeviceActions({ isApproved, onApprove, onReject }: DeviceActionsProps) {
  if (isApproved) {
    return (
      <Button variant="ghost" size="s" onClick={onReject}>
        {devicesTexts.delete}
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" size="s" onClick={onApprove}>
        {devicesTexts.approve}
      </Button>
      <Button variant="ghost" size="s" onClick={onReject}>
        {devicesTexts.reject}
      </Button>
    </>
  );
}

interface DeviceSearchProps {
  text: string;
  onChange: (text: string) => void;
  onSearch: () => void;
}

export function DeviceSearch({ text, onChange, onSearch }: DeviceSearchProps) {
  return (
    <>
      <SearchField
        placeholder={devicesTexts.searchByEmail}
        value={text}
        onChange={onChange}
        onSubmit={onSearch}
      />
      <Button variant="secondary" onClick={onSearch}>
        {devicesTexts.search}
      </Button>
    </>
  );
}

/** The text of the search box and the search in force: a device that comes to wait clears both (rules/devices 16). */
export function useDeviceSearch() {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const handleChange = (typed: string) => {
    setText(typed);
    if (typed === '') setSearch('');
  };
  useEffect(() => {
    const clear = () => {
      setText('');
      setSearch('');
    };
    socket.on('device:pending', clear);
    return () => void socket.off('device:pending', clear);
  }, []);
  return { text, search, handleChange, handleSearch: () => setSearch(text.trim()) };
}

interface ApproveDeviceDialogProps {
  device: PendingDevice;
  onClose: () => void;
}

export function ApproveDeviceDialog({ device, onClose }: ApproveDeviceDialogProps) {
  const approval = useApproveDevice();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={devicesTexts.approveTitle}
      confirmLabel={devicesTexts.confirm}
      isBusy={approval.isPending}
      onConfirm={() => approval.mutate(device.uuid, { onSettled: onClose })}
    >
      {[
        devicesTexts.approveQuestion(device.userEmail),
        device.deviceCode && devicesTexts.compareCode(device.deviceCode),
      ]
        .filter(Boolean)
        .join(' ')}
    </ConfirmDialog>
  );
}

interface RejectDeviceDialogProps {
  device: PendingDevice;
  onClose: () => void;
}

/** Also how an approved device is removed (rules/devices 14). */
export function RejectDeviceDialog({ device, onClose }: RejectDeviceDialogProps) {
  const rejection = useRejectDevice();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={devicesTexts.rejectTitle}
      confirmLabel={devicesTexts.confirm}
      isBusy={rejection.isPending}
      onConfirm={() => rejection.mutate(device.uuid, { onSettled: onClose })}
    >
      {devicesTexts.rejectQuestion(device.userEmail)}
    </ConfirmDialog>
  );
}
