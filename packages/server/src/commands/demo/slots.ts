import type { Random } from './random.ts';
import { slotTexts } from './slots.texts.ts';

const PLATE_LETTERS = ['BCD', 'KLM', 'GHT', 'LVR', 'MDS'];
const MINUTES = ['00', '15', '30', '45'];
const WORKDAY = { opens: 9, hours: 10 };

/** Some hours ahead of `moment`, inside the working day. */
function hourAfter(moment: Date, hours: number, random: Random): string {
  const hour = WORKDAY.opens + ((moment.getHours() - WORKDAY.opens + hours) % WORKDAY.hours);
  return slotTexts.hora(Math.max(hour, WORKDAY.opens), random.pick(MINUTES));
}

function otherDay(moment: Date, random: Random): string {
  const today = slotTexts.dia[moment.getDay() - 1];
  return random.pick(slotTexts.dia.filter((day) => day !== today));
}

type Draw = (moment: Date, random: Random) => string;

const draws: Record<string, Draw> = {
  cliente: (_, random) => random.pick(slotTexts.cliente),
  contacto: (_, random) => random.pick(slotTexts.contacto),
  documento: (_, random) => random.pick(slotTexts.documento),
  lugar: (_, random) => random.pick(slotTexts.lugar),
  producto: (_, random) => random.pick(slotTexts.producto),
  dia: otherDay,
  mes: (moment) => slotTexts.mes[(moment.getMonth() + 11) % 12] ?? '',
  hora: (moment, random) => hourAfter(moment, random.int(1, 2), random),
  hora2: (moment, random) => hourAfter(moment, random.int(3, 5), random),
  importe: (_, random) =>
    slotTexts.importe(random.int(2, 48), String(random.int(0, 99) * 10).padStart(3, '0')),
  porcentaje: (_, random) => slotTexts.porcentaje(random.int(3, 15)),
  matricula: (_, random) => slotTexts.matricula(random.int(1000, 9899), random.pick(PLATE_LETTERS)),
  numero: (_, random) => String(random.int(3100, 8900)),
  cantidad: (_, random) => String(random.int(6, 60)),
  minutos: (_, random) => String(random.int(2, 8) * 5),
};

/** `{cliente2}` is drawn like `{cliente}`, but is another one. */
function draw(name: string, drawn: Map<string, string>, moment: Date, random: Random): string {
  const kind = name in draws ? name : name.replace(/\d$/, '');
  const drawOne = draws[kind];
  if (!drawOne) throw new Error(`No dialogue may name {${name}}`);
  for (;;) {
    const value = drawOne(moment, random);
    if (kind === name || value !== drawn.get(kind)) return value;
  }
}

/** Fills the slots of one dialogue at `moment`: the same name stands for the same thing throughout. */
export function createSlots(moment: Date, random: Random, drawn = new Map<string, string>()) {
  return (text: string): string => {
    const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = drawn.get(name) ?? draw(name, drawn, moment, random);
      drawn.set(name, value);
      return value;
    });
    const contracted = filled.replace(/\b(a|de) el /gi, '$1l ');
    return contracted.charAt(0).toUpperCase() + contracted.slice(1);
  };
}
