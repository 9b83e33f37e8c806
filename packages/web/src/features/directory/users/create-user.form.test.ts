import { describe, expect, it } from 'vitest';
import { createUserFormSchema, emptyUserForm, toUserBody } from './create-user-dialog.tsx';

const schema = createUserFormSchema('empresa.local', true);
const person = {
  ...emptyUserForm,
  firstName: 'Ana',
  lastName: 'Pérez',
  email: ' ANA ',
  password: 'secreta',
};
const place = '0190c0de-0000-7000-8000-000000000001';

const messagesOf = (form: typeof emptyUserForm) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path[0], message]);

describe('form of a new user', () => {
  it('tells everything that is missing at once, the office included', () => {
    expect(messagesOf({ ...emptyUserForm, projectId: place })).toEqual([
      ['firstName', 'El nombre es obligatorio'],
      ['lastName', 'El apellido es obligatorio'],
      ['email', 'Correo requerido'],
      ['password', 'Contraseña requerida'],
      ['officeId', 'Selecciona una oficina'],
    ]);
  });

  it('needs groups once an office is chosen', () => {
    expect(messagesOf({ ...person, projectId: place, officeId: place })).toEqual([
      ['groupUuids', 'Selecciona un grupo(s)'],
    ]);
  });

  it('sends a completed, lowercased e-mail and no place', () => {
    expect(toUserBody(schema.parse(person), true)).toEqual({
      firstName: 'Ana',
      lastName: 'Pérez',
      email: 'ana@empresa.local',
      password: 'secreta',
      groupUuids: [],
    });
  });

  it('asks an invited person for no password, and sends none', () => {
    const invited = schema.parse({ ...person, entry: 'invitation', password: '' });
    expect(toUserBody(invited, true)).toEqual({
      firstName: 'Ana',
      lastName: 'Pérez',
      email: 'ana@empresa.local',
      groupUuids: [],
      invite: true,
    });
  });

  it('sends nothing but the person where the company’s sign-in is the only way in', () => {
    const employee = createUserFormSchema('empresa.local', false).parse({
      ...person,
      password: '',
    });
    expect(Object.keys(toUserBody(employee, false))).toEqual([
      'firstName',
      'lastName',
      'email',
      'groupUuids',
    ]);
  });
});
