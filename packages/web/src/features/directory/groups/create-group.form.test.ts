import { describe, expect, it } from 'vitest';
import { createGroupFormSchema, emptyGroupForm, toGroupBody } from './group-dialogs.tsx';

const messagesOf = (form: typeof emptyGroupForm) =>
  createGroupFormSchema.safeParse(form).error?.issues.map(({ message }) => message);

describe('form of a new group', () => {
  it('needs a name, a project and an office, and tells all three at once', () => {
    expect(messagesOf({ ...emptyGroupForm, name: '  ' })).toEqual([
      'El nombre es obligatorio',
      'Selecciona un proyecto',
      'Selecciona una oficina',
    ]);
  });

  it('sends no place when it is registered without office', () => {
    const form = createGroupFormSchema.parse({
      ...emptyGroupForm,
      name: ' Ventas ',
      isWithoutOffice: true,
    });
    expect(toGroupBody(form)).toEqual({
      name: 'Ventas',
      description: '',
      userUuids: [],
      projectId: null,
      officeId: null,
    });
  });
});
