export const everyoneDialogues = [
  `A: Aviso: {dia2} habrá corte de luz en {lugar}, de {hora} a {hora2}
B: ¿Se puede trabajar desde casa ese rato?
A>2: Sí, quien pueda que lo haga
C: Apagad los equipos antes, por favor`,
  `A: Damos la bienvenida a las personas que se incorporan esta semana 👋
B: ¡Bienvenidas!
C: Un saludo desde Sevilla
D: Aquí estamos para lo que haga falta`,
  `A: Simulacro de evacuación {dia} a {hora}. No hace falta bajar con las cosas
B: ¿Punto de encuentro?
A>2: El aparcamiento de atrás, como siempre
C: El otro año tardamos {minutos} minutos, a ver si lo mejoramos`,
  `A: Ya está publicado el calendario laboral del año que viene
B: ¿Dónde se puede consultar?
A>2: En el tablón y en la carpeta de personal
C: Gracias, justo lo buscaba
D: Este año los puentes caen bien`,
  `A: Hay roscones en la cocina, traídos por {B}
B: Dos de nata y uno sin azúcar
C: Bajo volando
D: Llego tarde, ¿verdad?
C>4: Queda medio, corre`,
  `A: Se han encontrado unas llaves con un llavero rojo en {lugar}
B: Son mías, mil gracias
A>2: Las tienes en recepción
B: Paso a por ellas a {hora2}`,
  `A: Recordad cambiar la contraseña del correo antes de {dia}
B: ¿Sirve la misma con un número más?
A>2: No, tiene que ser distinta de las tres últimas
C: A mí me costó, pero al tercer intento entró`,
  `A: La revisión médica de este año será en {lugar}
B: ¿Hay que pedir hora?
A: Sí, os llega un enlace por correo
C: Ya lo tengo, y quedan huecos {dia2}
A>4: Que nadie lo deje para el final`,
  `A: Mañana se fumiga la planta baja, mejor aparcar fuera
B: ¿A partir de qué hora se puede entrar?
A>2: A partir de {hora}
D: Gracias por avisar`,
  `A: Hemos cerrado {mes} con récord de instalaciones. Enhorabuena a todos los equipos
B: ¡Qué alegría!
C: El mérito es de todos
D: Y del buen tiempo, que también ayuda 😄
A: También, pero hay que estar para aprovecharlo`,
  `A: ¿Alguien de Valencia puede enviarme el {documento} de {cliente}?
B: Lo tengo yo, te lo mando en un momento
A: Mil gracias, {B}
B: Enviado`,
  `A: El sábado hay partido contra los de {cliente}, nos faltan dos personas
B: Apúntame
C: Y a mí, pero de defensa
A>3: Hecho. A {hora} en el polideportivo
D: Yo voy a animar`,
  `A: Colecta para el regalo de jubilación: dejad vuestra parte a {B} antes de {dia}
B: Llevamos ya {cantidad} euros
C: ¿Se puede enviar por el móvil?
B>3: Sí, al número de siempre
D: Enviado`,
  `A: El ascensor de {lugar} está averiado otra vez
B: El técnico viene a {hora}
C: Las cajas pesadas mejor por el montacargas
A>2: Gracias, pongo un cartel`,
];

/** Talk around something shown: `[grafica]` and the like name what the line carries, `{mencionB}` calls B by name. */
export const shownTeamDialogues = [
  `A: [grafica] Cierre de {mes}, ya con los datos de {lugar}
B>1: Se nota el empujón de la última semana 👏
A: Y eso que {cliente} firma ya en el mes que viene
C: La pongo en la presentación de {dia}`,
  `A: {mencionB}, ¿tienes a mano el plano de {cliente}?
B: [plano] Esta es la última versión
A>2: Perfecto. Entonces la máquina va junto al pasillo, no en la sala grande
B: Eso es, así ahorramos ocho metros de conducto`,
  `A: [pizarra] Lo que quedó en la pizarra después de la reunión
B>1: Menos mal que hiciste foto, ya la han borrado
C: {mencionA}, ¿el segundo paso lo llevo yo?
A: Sí, y {mencionB} el tercero`,
  `A: [hoja] Os dejo las existencias a día de hoy
B: Gracias, {A}. Veo pocos equipos en {lugar}
A: Llegan {dia}, ya está pedido`,
  `A: [ruta] La ruta de {dia}, con las cuatro entregas
B>1: ¿Se puede pasar antes por {lugar}?
A: Cambio el orden, son {minutos} minutos más
B: Te lo agradezco`,
  `A: [grafica] Consumo antes y después de cambiar {producto}
B: Con esto convencemos a {cliente} seguro
C>1: ¿De qué meses son los datos?
A: De los últimos seis, {mencionC}`,
];

export const shownDirectDialogues = [
  `A: [plano] ¿Lo ves bien así? Tú conoces la planta mejor que yo
B>1: La puerta de la derecha abre hacia fuera, lo demás está perfecto
A: Corregido, gracias`,
  `A: [pizarra] Para que no se nos olvide nada de lo de hoy
B: Qué letra más clara tienes 😄
A: Cuando quiero`,
  `A: ¿Me pasas las existencias?
B: [hoja] Aquí van, recién sacadas
A: Gracias, {B}`,
  `A: [grafica] Mira cómo va el trimestre
B>1: Mejor de lo que pensaba`,
];

export const directDialogues = [
  `A: Hola, {B}, ¿tienes un minuto?
B: Dime
A: ¿Me puedes explicar cómo se da de alta un pedido urgente?
B: Claro: en la pestaña de pedidos, marcas prioridad y avisas a almacén
A>4: Qué fácil, gracias
B: A ti. Si se atasca me llamas`,
  `A: ¿Has podido mirar el {documento} que te pasé?
B: Lo miro esta tarde sin falta
A: No corre prisa, es para {dia}
B>3: Entonces mejor mañana con la cabeza fresca`,
  `A: ¿Te importa cubrirme {dia} de {hora} a {hora2}? Tengo médico
B: Sin problema, que vaya bien
A: Es solo una revisión
B: Mejor. Luego me cuentas`,
  `A: Me acaba de llamar {contacto}, de {cliente}
B: ¿Y qué quería?
A: Saber si llegamos a {dia}
B>3: Justo, pero llegamos. Díselo con esas palabras
A: Jajaja, se lo digo con otras`,
  `A: ¿Tienes el teléfono de {contacto}?
B: Te lo mando por correo, que aquí se pierde
A: Recibido, gracias`,
  `A: Oye, al pedido {numero} le falta una línea
B: ¿Cuál?
A: {producto}, {cantidad} unidades
B>3: Pues es verdad. La añado y te aviso
B: Ya está, mira si te cuadra
A: Cuadra`,
  `A: ¿Comemos juntos hoy?
B: Hoy imposible, salgo a {hora}
A: ¿Mañana entonces?
B>3: Mañana sí. ¿Donde siempre?
A: Donde siempre`,
  `A: Estoy en {lugar} y no me abren
B: Llama al timbre de la derecha, el otro no suena
A>2: Ya estoy dentro, menos mal
B: Suerte con la visita`,
  `A: Necesito que me firmes el {documento} antes de {hora2}
B: Estoy fuera, ¿vale con firma digital?
A: Vale
B: Firmado y enviado
A>4: Recibido. Con esto cierro`,
  `A: ¿Sabes cuánto quedó al final lo de {cliente}?
B: {importe} sin impuestos
A: Menos de lo que pensaba
B>3: Les quitamos el montaje, lo hacen ellos`,
  `A: Hola, ¿llegaste bien ayer?
B: Sí, casi a medianoche, pero bien
A: Menudo viaje
B: Mereció la pena, han quedado contentos en {cliente}
A>4: Me alegro mucho`,
  `A: Perdona, te he mandado el archivo equivocado
B: Ya decía yo que no me sonaba
A: Ahora va el bueno
B: Este sí. Lo reviso y te digo algo a {hora2}`,
  `A: ¿Tú crees que conviene insistir a {cliente}?
B: Yo esperaría hasta {dia}
A: Me da miedo que se enfríe
B>3: Una llamada corta para felicitarles por la obra, sin hablar de dinero
A: Me gusta, lo hago así`,
  `A: ¿Puedes ver la hoja de cálculo? A mí me sale bloqueada
B: La tenía abierta yo, perdona
A: Ahora entra
B: Cámbiala tranquilamente, yo he terminado`,
  `A: El {porcentaje} que pusiste en el {documento}, ¿de dónde sale?
B: De la tarifa del año pasado, más la subida
A: Me falta medio punto
B: Redondeé. ¿Lo dejo exacto?
A>4: Mejor, que luego preguntan`,
  `A: Gracias por lo de ayer, me sacaste de un apuro
B: Para eso estamos
A: Te debo un café
B>3: Y con tostada 😄`,
  `A: ¿Va todo bien con {cliente}? Te noté con prisa
B: Sí, se juntó todo a la vez
A: Si quieres te quito la parte del {documento}
B: ¿De verdad? Me vendría genial
A>4: Pásamelo y lo acabo yo`,
  `A: {dia2} vienes a {lugar}, ¿no?
B: Sí, llego en el tren de {hora}
A: Te recojo en la estación
B>3: Estupendo, te escribo cuando salga`,
  `A: ¿Has cambiado tú la reunión?
B: Sí, coincidía con la de proveedores
A: Vale, lo apunto. ¿Misma sala?
B: La pequeña, la grande está ocupada`,
  `A: Una duda rápida: ¿el descuento va antes o después del transporte?
B: Antes, siempre
A: Entonces tengo mal el de {cliente}
B: ¿Lo has enviado ya?
A>4: No, por suerte te pregunté
B: Pues listo`,
  `A: Se me ha estropeado el portátil, ¿a quién aviso?
B: A {contacto}, de informática, pero hoy libra
A: ¿Y qué hago mientras?
B>3: Usa el de la mesa de la entrada, está libre
A: Voy para allá, gracias`,
  `A: ¿Te llegó el paquete para {cliente}?
B: Llegó, pero con una esquina golpeada
A: ¿Se ha roto algo?
B>3: No, {producto} sin un rasguño
A: Menos mal. Que salga hoy si puedes`,
];

/** The things that dialogues name. `documento` is masculine, `lugar` carries its article, `producto` is plural. */
export const slotTexts = {
  cliente: [
    'Hierros Llorente',
    'Talleres Ugarte',
    'Hotel Miramar',
    'Panadería Sanz',
    'Clínica Aurora',
    'Colegio San Isidro',
    'Bodegas Carrizo',
    'Frutas Beltrán',
    'Imprenta Rueda',
    'Gimnasio Olimpo',
    'Farmacia Cortés',
    'Muebles Roldán',
    'Residencia Los Olivos',
    'Conservas Marín',
  ],
  contacto: [
    'Rosario Ibáñez',
    'Tomás Peña',
    'Gloria Cano',
    'Ramón Esteve',
    'Amparo Lillo',
    'Julián Otero',
    'Mercedes Plaza',
    'Ernesto Vidal',
  ],
  documento: [
    'presupuesto',
    'contrato',
    'informe de visita',
    'plan de obra',
    'certificado',
    'cuadro de precios',
    'resumen técnico',
  ],
  lugar: [
    'la nave norte',
    'la obra de Getafe',
    'la oficina de la calle Alcalá',
    'la tienda de Triana',
    'la delegación de Elche',
    'la planta segunda',
    'la obra del puerto',
  ],
  producto: [
    'los filtros',
    'las bombas de calor',
    'los termostatos',
    'las rejillas',
    'los conductos',
    'las válvulas',
    'los compresores',
    'los recuperadores',
  ],
  dia: ['el lunes', 'el martes', 'el miércoles', 'el jueves', 'el viernes'],
  mes: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  hora: (hour: number, minutes: string) => `las ${hour}:${minutes}`,
  importe: (thousands: number, rest: string) => `${thousands}.${rest} €`,
  porcentaje: (value: number) => `${value} %`,
  matricula: (digits: number, letters: string) => `${digits} ${letters}`,
};
