import type { messages } from './messages.texts.ts';

export interface Question {
  q: string;
  /** The messages of each topic that answer the question, counted from 1; no other message does. */
  finds: Partial<Record<keyof typeof messages, number[]>>;
}

/** Searches as people type them, with the expected results. */
export const questions: Question[] = [
  // Case, accents and ñ.
  { q: 'reunion', finds: { reunion: [1, 2, 3, 4] } },
  { q: 'TELÉFONO', finds: { telefono: [1, 2, 3] } },
  { q: 'publico', finds: { publico: [1, 2, 3] } },
  { q: 'mañana', finds: { manana: [1, 2, 3] } },
  { q: 'año', finds: { ano: [1, 2, 3], espanol: [1, 2, 3, 4], emoji: [3] } },
  { q: 'pinguino', finds: { pinguino: [1, 2] } },
  { q: 'niño', finds: { nino: [1, 2, 3, 4] } },
  { q: 'espanol', finds: { espanol: [1, 2, 3, 4] } },
  // Plurals and genders.
  { q: 'luz', finds: { luz: [1, 2] } },
  { q: 'camion', finds: { camion: [1, 2, 3] } },
  { q: 'camiones', finds: { camion: [1, 2] } },
  { q: 'contratos', finds: { contrato: [1, 2] } },
  { q: 'meses', finds: { mes: [1, 2] } },
  { q: 'veces', finds: { vez: [1, 2] } },
  { q: 'lapices', finds: { lapiz: [1, 2] } },
  { q: 'crisis', finds: { crisis: [1, 2] } },
  { q: 'imagenes', finds: { imagen: [1, 2] } },
  { q: 'directora', finds: { director: [1, 2, 3] } },
  { q: 'ingeniera', finds: { ingeniero: [1, 2] } },
  { q: 'cansada', finds: { cansado: [1, 2] } },
  // Verbs, with pronouns too.
  { q: 'pagar', finds: { pagar: [1, 2, 3, 4, 5] } },
  { q: 'revisar', finds: { revisar: [1, 2, 3, 4] } },
  { q: 'enviar', finds: { enviar: [1, 2, 3, 4, 5, 8] } },
  { q: 'envíamelo', finds: { enviar: [1, 2, 4, 5, 8] } },
  { q: 'buscando', finds: { buscar: [1, 2, 3, 4] } },
  { q: 'llego', finds: { llegar: [1, 2, 3, 4] } },
  { q: 'organizar', finds: { organizar: [1, 2, 3] } },
  { q: 'comemos', finds: { comer: [1, 2, 3, 4] } },
  { q: 'vivir', finds: { vivir: [1, 2, 3] } },
  { q: 'firmar', finds: { firmar: [1, 2, 3, 4], acta: [1, 2, 3, 4] } },
  { q: 'cobren', finds: { cobrar: [1, 2, 3, 5] } },
  { q: 'hablábamos', finds: { hablar: [1, 2, 3] } },
  { q: 'entreguen', finds: { entregar: [1, 2, 3, 4] } },
  { q: 'mandárselo', finds: { mandar: [1, 2, 3] } },
  { q: 'avisarte', finds: { avisar: [1, 2, 3] } },
  { q: 'llámame', finds: { llamar: [1, 2, 3] } },
  { q: 'preparándolo', finds: { preparar: [1, 2, 3] } },
  // Numbers and codes with punctuation.
  { q: 'FRA-2026/0113', finds: { fra: [1, 2] } },
  { q: '2026/0113', finds: { fra: [1, 2, 6] } },
  { q: 'b-12', finds: { sala: [1] } },
  { q: '1.250,50', finds: { importe: [1] } },
  { q: '10:30', finds: { hora: [1, 4] } },
  { q: 'compras@proveedor-norte.es', finds: { correo: [1] } },
  { q: 'proveedor-norte.es', finds: { correo: [1, 3] } },
  { q: 'https://obras.ejemplo.es/dibujos?id=7', finds: { enlace: [1] } },
  // Parts of words.
  { q: 'factur', finds: { factura: [1, 2, 3, 5] } },
  { q: 'supuest', finds: { presupuesto: [1, 2, 4, 5] } },
  { q: 'electric', finds: { electrico: [1, 2, 3] } },
  { q: 'ok', finds: { ok: [1, 2] } },
  // Several words.
  { q: 'puerta de la nave', finds: { nave: [1, 3] } },
  { q: 'obra puerto', finds: { obra: [1, 2] } },
  { q: 'visita tecnica', finds: { visita: [1, 2, 4] } },
  // Emoji.
  { q: '🎉', finds: { emoji: [1, 2] } },
  { q: '👍', finds: { emoji: [4, 5] } },
  { q: '❤️', finds: { emoji: [7, 8] } },
  // Phrases and excluded words.
  { q: '"orden del día"', finds: { orden: [1, 2] } },
  { q: '"acta firmada"', finds: { acta: [1] } },
  { q: 'cliente -urgente', finds: { cliente: [1, 2, 5] } },
  { q: 'presupuesto -"puerta norte"', finds: { presupuesto: [1, 5] } },
  { q: '"tornillo', finds: { tornillo: [1, 2] } },
];
