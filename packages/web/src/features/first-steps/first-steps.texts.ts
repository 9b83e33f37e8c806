export const firstStepsTexts = {
  title: 'Primeros pasos',
  progress: (done: number, all: number) => `${done} de ${all}`,
  hide: 'Ocultar los primeros pasos',
  done: 'Hecho:',
  steps: {
    project: { label: 'Crea un proyecto', hint: 'Una obra, un cliente, una región…' },
    office: { label: 'Añade una oficina', hint: 'Donde trabaja cada equipo' },
    group: { label: 'Forma un grupo', hint: 'Cada uno tiene su propio chat' },
    people: { label: 'Da de alta a las personas', hint: 'Con su correo y una contraseña' },
    notice: {
      label: 'Publica el aviso de privacidad',
      hint: 'Así todos saben cómo se tratan sus datos',
    },
    devices: { label: 'Aprueba sus dispositivos', hint: 'Nadie entra desde uno desconocido' },
  },
};
