const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that have no other form, though they look as if they had: small words, names, and the like. */
export const FIXED = wordsOf(`
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
export const WITH_VOWEL = wordsOf(`
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
export const NO_VERBS = wordsOf(`
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

/** Whose feminine ends in -a where the masculine ends in -e. */
export const E_OR_A = wordsOf(`
  jef president client dependient asistent ayudant sirvient comediant gerent parient regent infant nen monj
  duend
`);

/** Whose feminine adds -a to a consonant, besides what the endings tell. */
export const CONSONANT_OR_A = wordsOf('espanol andaluz juez concejal colegial oficial');
