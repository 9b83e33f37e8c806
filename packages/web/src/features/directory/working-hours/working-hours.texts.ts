const names = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const dayName = (day: number) => names[day - 1] ?? '';

const date = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat('es', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const weekday = new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'UTC' });
const dayOf = (text: string) => new Date(`${text}T00:00:00Z`);

export const workingHoursTexts = {
  title: 'Horario',
  offices: 'Oficinas',
  place: 'Horario de',
  company: 'Toda la empresa',
  office: ({ name, project }: { name: string; project: { name: string } }) =>
    `${name} (${project.name})`,
  hint: 'Fuera de su horario nadie recibe avisos, salvo que lo elija: los mensajes llegan igual. Manda el horario de las oficinas de sus grupos; quien no tiene oficina sigue el de la empresa.',
  edit: 'Cambiar horario',
  editCompany: 'Horario de la empresa',
  editOffice: 'Horario de la oficina',
  save: 'Guardar',
  saved: 'Horario guardado correctamente',
  saveFailed: 'Ocurrió un error al guardar el horario.',
  failed: 'No se pudo cargar el horario',
  always: 'Siempre',
  alwaysHint: 'Nadie tiene horario: los avisos llegan a cualquier hora.',
  likeCompany: 'Como la empresa',
  likeCompanyHint: 'Esta oficina sigue el horario de la empresa.',
  own: 'Horario propio',
  ownHint: 'Días, horas y festivos.',
  mode: 'Cuándo llegan los avisos',
  noneTitle: 'La empresa no tiene horario',
  setFirst: 'Poner un horario',
  timeZone: 'Zona horaria',
  timeZoneOf: (zone: string) => `Hora de ${zone}`,
  week: 'Semana',
  dayName: (day: number) => capital(dayName(day)),
  free: 'Libre',
  wholeDay: 'Todo el día',
  holiday: 'Festivo',
  span: (from: string, to: string) => `${from}–${to}`,
  nextDay: 'hasta el día siguiente',
  from: (day: number, place: number) => `${capital(dayName(day))}, tramo ${place}: inicio`,
  to: (day: number, place: number) => `${capital(dayName(day))}, tramo ${place}: fin`,
  addSpan: (day: number) => `Añadir tramo el ${dayName(day)}`,
  removeSpan: (day: number, place: number) => `Quitar tramo ${place} del ${dayName(day)}`,
  copy: (day: number) => `Copiar el ${dayName(day)}`,
  copyToWorkdays: 'Copiar de lunes a viernes',
  copyToAll: 'Copiar a todos los días',
  copyTo: (day: number) => `Copiar al ${dayName(day)}`,
  holidays: 'Festivos',
  noHolidays: 'Ningún festivo',
  newHoliday: 'Fecha del festivo',
  addHoliday: 'Añadir festivo',
  isListed: 'Ese festivo ya está en la lista',
  noDate: 'Elige una fecha',
  removeHoliday: (text: string) => `Quitar el ${date.format(dayOf(text))} de ${text.slice(0, 4)}`,
  date: (text: string) => date.format(dayOf(text)),
  weekday: (text: string) => weekday.format(dayOf(text)),
  preview: 'Próximos 14 días',
  previewDay: (text: string) =>
    `${capital(weekday.format(dayOf(text)))} ${shortDate.format(dayOf(text))}`,
  previewFailed: 'No se pudo cargar la vista previa',
};
