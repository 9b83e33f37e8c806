import { type FormEvent, type ReactNode, useState } from 'react';
import { FormDialog, SubmitButtons } from './form-dialog.tsx';
import { MultiSelect } from './multi-select.tsx';
import type { Option } from './select.tsx';

interface PickDialogProps {
  title: string;
  description?: string;
  /** The label of the options. */
  label: string;
  options: Option[];
  saveLabel: string;
  isSaving: boolean;
  onSave: (picked: string[]) => void;
  onClose: () => void;
  width?: 500 | 600;
  /** Above the options. */
  children?: ReactNode;
}

/** Several of many, to be saved together; nothing picked cannot be saved. */
export function PickDialog(props: PickDialogProps) {
  const { title, description, label, options, saveLabel, isSaving, onSave, onClose } = props;
  const [picked, setPicked] = useState<string[]>([]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (picked.length > 0) onSave(picked);
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={handleSubmit}
      isChanged={picked.length > 0}
      footer={
        <SubmitButtons
          label={saveLabel}
          isDisabled={picked.length === 0}
          isBusy={isSaving}
          onCancel={onClose}
        />
      }
      width={props.width ?? 600}
    >
      {props.children}
      <MultiSelect label={label} options={options} value={picked} onChange={setPicked} />
    </FormDialog>
  );
}
