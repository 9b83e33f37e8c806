import type { ComponentProps } from 'react';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';
import { MultiSelect } from './multi-select.tsx';
import { Select } from './select.tsx';

type OwnProps = 'value' | 'onChange' | 'error';

interface SelectFieldProps<Fields extends FieldValues>
  extends Omit<ComponentProps<typeof Select>, OwnProps> {
  control: Control<Fields>;
  name: FieldPathByValue<Fields, string>;
  /** In place of setting the field, where more hangs on it; nothing chosen is ''. */
  onChange?: (value: string) => void;
}

/** One of several, as a field of a form. */
export function SelectField<Fields extends FieldValues>(props: SelectFieldProps<Fields>) {
  const { control, name, onChange, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  const change = onChange ?? field.onChange;
  return (
    <Select
      {...rest}
      value={field.value}
      onChange={(value) => change(value ?? '')}
      error={fieldState.error?.message}
    />
  );
}

interface MultiSelectFieldProps<Fields extends FieldValues>
  extends Omit<ComponentProps<typeof MultiSelect>, OwnProps> {
  control: Control<Fields>;
  name: FieldPathByValue<Fields, string[]>;
}

/** Several of many, as a field of a form. */
export function MultiSelectField<Fields extends FieldValues>(props: MultiSelectFieldProps<Fields>) {
  const { control, name, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <MultiSelect
      {...rest}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}
