import { groupRetentionSchema } from '@chat/contract/forms';
import type { Group } from '@chat/contract/groups';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { groupLabel } from '../../../shared/format/words.ts';
import { SaveFormDialog } from '../../../shared/ui/save-form-dialog.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { adminGroupsTexts as texts } from './admin-groups.texts.ts';
import { useSetGroupRetention } from './api.ts';

// As people write numbers: with a comma.
const typedDays = z.string().transform((typed) => Number(typed.trim().replace(',', '.')));

const formSchema = z.discriminatedUnion('isAsCompany', [
  z.object({ isAsCompany: z.literal(true), days: z.unknown() }),
  z.object({
    isAsCompany: z.literal(false),
    days: typedDays.pipe(groupRetentionSchema.shape.days.unwrap()),
  }),
]);

interface RetentionDialogProps {
  group: Group;
  onClose: () => void;
}

/** The days after which the messages of a group go; without any it follows the whole company. */
export function RetentionDialog({ group, onClose }: RetentionDialogProps) {
  const save = useSetGroupRetention();
  const { retentionDays = null, uuid: groupId } = group;
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: {
      isAsCompany: retentionDays === null,
      days: retentionDays === null ? '' : String(retentionDays).replace('.', ','),
    },
  });
  const isAsCompany = useWatch({ control: form.control, name: 'isAsCompany' });
  const { errors } = form.formState;
  return (
    <SaveFormDialog
      title={texts.setRetention}
      description={`${groupLabel(group)}. ${texts.retentionHint}`}
      form={form}
      save={(values) =>
        save.mutateAsync({ groupId, days: values.isAsCompany ? null : values.days })
      }
      saveLabel={texts.save}
      onClose={onClose}
    >
      <Switch
        label={texts.keepsAsCompany}
        checked={isAsCompany}
        onChange={(checked) => form.setValue('isAsCompany', checked, { shouldDirty: true })}
      />
      {!isAsCompany && (
        <TextField
          label={texts.days}
          inputMode="decimal"
          autoComplete="off"
          error={errors.days?.message}
          {...form.register('days')}
        />
      )}
    </SaveFormDialog>
  );
}
