import { GENDER, verbForms } from './verb-forms.ts';

/** `start` and `end` in the text as it was given, in UTF-16 units. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]*/u;
const FLAG = /\p{Regional_Indicator}{2}/u;
// The sign Ⓜ is the only one with a small letter, which it is folded to.
const EMOJI = /[\p{Extended_Pictographic}ⓜ](?:\p{Emoji_Modifier}|\ufe0f|\p{Me})*/u;
const JOINED_EMOJI = new RegExp(`${EMOJI.source}(?:\\u200d${EMOJI.source})*`, 'u');
const TOKEN = new RegExp([WORD, FLAG, JOINED_EMOJI].map(({ source }) => source).join('|'), 'gu');

/** The words of a text: runs of letters and digits, folded; an emoji is a word of its own. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: sign, index } of text.matchAll(TOKEN)) {
    const word = fold(sign);
    if (word !== '') tokens.push({ word, start: index, end: index + sign.length });
  }
  return tokens;
}

// Invisible characters, skin tones, and marks that enclose a sign (the keycap of an emoji).
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Me}]/gu;
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]/gu;
// Letters of names from elsewhere, as people without such a key write them.
const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ς: 'σ',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');
const PLAIN = /^[\n -@[-~]*$/;

/** One form for what people take as the same: no case, no accents, ñ as n, ß as ss, no skin tones, nothing unseen. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower.replace(UNSEEN, '').replace(LETTERS, foldLetters);
}

// Signs that stand for several ('½', 'ﷺ') keep their letters and digits alone, so that a word stays one word.
// Signs that are no letters go before the last normalization: marks that stood apart must still get their order.
const foldLetters = (letters: string): string =>
  PLAIN.test(letters)
    ? letters
    : letters
        .normalize('NFKD')
        .toLowerCase()
        .replace(ACCENTS, '')
        .replace(NO_LETTERS, '')
        .replace(SPELLED, (letter) => SPELLED_OUT[letter] ?? letter)
        .normalize('NFKC');

/** Longer ones are no words of a language; what an index takes has an end. */
const MAX_FORM = 200;
const INFLECTED = /^[a-z]{3,40}$/;

/**
 * All the stems under which a folded word counts as the same: two words are forms of each other when they share one.
 */
export function formsOf(word: string): string[] {
  if (!INFLECTED.test(word) || FIXED.has(word)) return [word.slice(0, MAX_FORM)];
  const nominal = nominalForms(word);
  if (NO_VERBS.has(word) || nominal.some((form) => WITH_VOWEL.has(form))) return nominal;
  const { forms, isVerb } = verbForms(word);
  return [...new Set(isVerb ? forms : [...nominal, ...forms])];
}

/** 'reuniones', 'ciudades', 'directores': what comes before -es is the singular. */
const CONSONANT_PLURAL = /(?:ion|on|or|dad|tad|tud|al|ul|ez)es$/;
const MAY_BE_CONSONANT_PLURAL = /[aeiou][lnrdjysx]es$|[iu]es$|(?:club|album|curriculum)es$/;

/** Singular and gender of a word as a noun or adjective: several where the ending leaves it open. */
const nominalForms = (word: string): string[] => singularsOf(word).flatMap(genderForms);

function singularsOf(word: string): string[] {
  if (word.length <= 3 || !word.endsWith('s')) return [word];
  const withoutS = word.slice(0, -1);
  if (word.endsWith('ces')) return [withoutS, `${word.slice(0, -3)}z`];
  const withoutEs = word.slice(0, -2);
  if (withoutEs.length >= 5 && CONSONANT_PLURAL.test(word)) return [withoutEs];
  if (!MAY_BE_CONSONANT_PLURAL.test(word)) return [withoutS];
  // The singular of 'clases' is never 'clas'; the singular of 'franceses' is 'frances', which ends as a plural does.
  if (!withoutEs.endsWith('s') || withoutEs.length <= 3 || FIXED.has(withoutEs)) {
    return [withoutS, withoutEs];
  }
  return withoutEs.length === 4 ? [withoutS] : [withoutS, ...singularsOf(withoutEs)];
}

const SHORT_WITH_GENDER = /^(?:tio|mio|uno|feo|reo)$/;
/** 'directora', 'alemana', 'bailarina', 'leona'. */
const ADDS_A = /[aeiou].*(?:[dtsn]or|[^i]an|in|[^i]on)a$/;
/** 'francesa', and with it 'condesa'. */
const NATIONALITY = /..[^aeiou]esa$|..uesa$/;

function genderForms(word: string): string[] {
  const stem = word.slice(0, -1);
  const last = word.at(-1);
  if ((last !== 'o' && last !== 'a') || WITH_VOWEL.has(word)) return [word];
  if (word.length <= 3) return SHORT_WITH_GENDER.test(`${stem}o`) ? [stem + GENDER] : [word];
  if (last === 'o') return [stem + GENDER];
  if (E_OR_A.has(stem)) return [`${stem}e`];
  if (CONSONANT_OR_A.has(stem)) return [stem];
  if (NATIONALITY.test(word)) return singularsOf(stem).flatMap(genderForms);
  if (/[dtsn]ora$/.test(word) && word.length >= 6) return [stem];
  return ADDS_A.test(word) && word.length >= 5 ? [stem + GENDER, stem] : [stem + GENDER];
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that have no other form, though they look as if they had: small words, names, and the like. */
const FIXED = wordsOf(`
  ante antes apenas aquel arriba aun aunque bajo cada como con contra cual cuales cuando cuanta cuanto cuantas
  cuantos de del desde despues detras dios donde durante el ella ello ellas ellos en entonces entre esa esas ese
  eso esos excepto gratis hacia hasta incluso jamas las lejos les los mas me mediante menos mientras mio muy
  nada nadie ni no nos nosotras nosotros nunca os pais para pero por porque pues que quien quienes quiza quizas
  salvo se segun ser si siempre sin sino sobre su sus tal tambien tampoco tan tanta tanto tras tu tus un
  vosotras vosotros ya yo tres seis andres carlos elias fernando armando orlando hernando jesus lucas marcos
  matias mercedes nicolas tomas contrabando hogar lugar ejemplar familiar particular popular escolar singular
  celular similar pilar azucar altar collar militar dolar paladar polar solar lunar titular avatar hangar radar
  bazar billar calamar peculiar angular molar telar vulgar nuclear curricular modular muscular ocular insular
  estelar impar pinar olivar manjar comando silaba guayaba gris
`);

/** Nouns and names whose last vowel tells them from others: 'caso' and 'casa', 'plazo' and 'plaza'. */
const WITH_VOWEL = wordsOf(`
  acera acero acta acto banca banco banda bando barca barco barra barro bolsa bolso bono cara caro carta carto
  casa caso cepa cepo cera cero cinta cinto cola colo copa copo correa correo cuarta cuarto cuba cubo cuenta
  cuento data dato foca foco fonda fondo foro foto gorra gorro hilo hombro hora huerta huerto jarra jarro libra
  libro loma lomo mana manga mango mano manta manto manzana manzano maza mazo media medio mesa metro minuta
  minuto misa miso moda modo mona mono mora moro nada naranja naranjo nota noto obra osa oso pala palma palmo
  palo pata pato pera pero pila pilo pina pino plana plano plata plato plaza plazo pola polo poza pozo puerta
  puerto puesta puesto punta punto rama ramo rata rato raya rayo resta resto rosa rota roto rueda ruedo sala
  seta seto suela suelo tabla tablo taca taco talla tallo tema tinta tinto trama tramo vara varo vela velo vena
  veno vista visto zapata zapato adriana agustina alberta alberto alejandra alejandro antonia antonio bruna
  bruno carla carlo claudia claudio emilia emilio ernesta ernesto eugenia eugenio francisca francisco fernanda
  joaquina juana julia julio lorenza lorenzo lucia lucio luisa marcela marcelo maria mariana mariano mario marta
  martina patricia patricio paula paulo ramona roberta roberto sandra sandro silvia silvio simona valentina
  victoria victorio
`);

/** Nouns that look like forms of a verb, of which nobody thinks with them. */
const NO_VERBS = wordsOf(`
  actuales ambientales animales arbitrales baluarte baluartes banales barrera barreras barrio barrios base bases
  calle calles causales centrales clave claveles claves combate combates condicionales consensuales corrales
  debate debates diferenciales disparate disparates doblete dobletes documentales emocionales empate empates
  espaciales esta estacionales estas este esto estos estructurales experimentales fieles formales funcionales
  fundamentales generales graduales grave graves habituales ideales inaugurales informales iniciales integrales
  juguete juguetes laborales leales legales liberales marginales metales metano metanos monte montes nombre
  nombres nominales ocasionales oficiales orientales originales ornamentales paganos penales pesame piano pianos
  pieles piquete piquetes planteles portales potenciales presenciales procesales proporcionales puntuales
  radicales recitales remate remates rescate rescates sabio sabios sobres soplete sopletes soportales
  sustanciales tapete tapetes tarde tardes terminales tomate tomates triunfales una unas uno unos via vias vida
  vidas
`);

/** Words whose feminine ends in -a where the masculine ends in -e. */
const E_OR_A = wordsOf(`
  jef president client dependient asistent ayudant sirvient comediant gerent parient regent infant nen monj
  duend
`);

/** Words whose feminine adds -a to a consonant, beyond the rule of the endings. */
const CONSONANT_OR_A = wordsOf('espanol andaluz juez concejal colegial oficial');
