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
