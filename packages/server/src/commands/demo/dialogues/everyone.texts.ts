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
