export const teamDialogues = [
  `A: Hola, ¿hacemos la reunión a {hora} o esperamos a {B}?
B: Llego en {minutos} minutos, hay atasco en la entrada
A>2: Tranquilidad, empezamos cuando estés
C: Mientras voy preparando la sala`,
  `A: ¿Os viene bien pasar el seguimiento a {dia}?
B: Por mí sí
C: A partir de {hora} me va mejor
A>3: Pues a {hora}. Cambio la convocatoria`,
  `A: He dejado el acta de ayer en la carpeta del grupo
B: Falta lo que hablamos de {cliente}
A>2: Añadido ahora, dos líneas al final
B: Así está completa, gracias`,
  `A: ¿Quién se apunta a comer fuera?
B: Yo, pero a {hora2} tengo que estar de vuelta
C: Conmigo contad
D: Hoy traigo táper, otro día
A: Reservo mesa entonces`,
  `A: La impresora vuelve a sacar las hojas en blanco
B: Hay que cambiar el cartucho, quedan dos en el armario
A: Cambiado y sigue igual
C: Apágala un minuto entero, a mí me funcionó
A>4: Ha funcionado, qué cosas`,
  `A: Mañana trabajo desde casa, estoy en el chat y en el teléfono
B: Vale, ¿dejas listo el {documento}?
A>2: Lo envío antes de irme
C: Que te cunda`,
  `A: ¿Alguien ha visto un cuaderno azul? Lo dejé en la mesa grande
B: Había uno junto a la cafetera
A>2: ¡Ese es! Gracias, {B}
C: La cafetera, el centro de objetos perdidos`,
  `A: Necesito una segunda opinión sobre el {documento} de {cliente}
B: Pásamelo, tengo media hora libre
A: En tu correo lo tienes
B: Leído. Cambiaría el orden: primero los plazos y después el precio
A>4: Tiene sentido, lo cambio`,
  `A: Os recuerdo que {dia} viene {contacto} a conocer al equipo
B: ¿A qué hora?
A>2: A {hora}, se queda un par de horas
C: Entonces dejo libre ese rato`,
  `A: Semana complicada, gracias a todos por el esfuerzo
B: Ha salido adelante, que es lo que cuenta
C: Y sin dejarnos nada en el tintero 💪
A: {dia2} lo hablamos con calma y vemos qué mejorar`,
  `A: ¿Sabéis si ya está arreglado el acceso remoto?
B: A mí me va desde hace un rato
C: A mí se me corta cada {minutos} minutos
B>3: Prueba a cerrar la otra sesión, solo admite una
C: Era eso`,
  `A: Para {dia} necesito vuestros días de vacaciones de Navidad
B: ¿Podemos repartirnos los puentes?
C: Yo trabajo el primero si libro el segundo
B: Por mí perfecto
A>3: Anotado así, y el resto me lo confirmáis por aquí`,
  `A: Acabo de salir de {cliente}, muy bien todo
B: ¿Preguntaron por los plazos?
A>2: Sí, y les vale que sea para {dia}
C: Una preocupación menos`,
];
