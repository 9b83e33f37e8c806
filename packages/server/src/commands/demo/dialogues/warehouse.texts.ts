export const warehouseDialogues = [
  `A: Ha llegado el camión con {producto}, vienen {cantidad} bultos
B: Faltan cuatro según el albarán
A>2: Los cuento otra vez y te digo
A: Confirmado, faltan cuatro. Lo anoto en la entrega
C: Hazle foto al albarán y yo lo reclamo`,
  `A: La furgoneta {matricula} hace un ruido raro al frenar
B: Hoy mejor no la saques, coge la otra
A: La otra la tiene {C} en {lugar}
C: Vuelvo a {hora}, te la dejo con el depósito lleno
A>4: Perfecto, salgo cuando llegues`,
  `A: ¿Quién puede acercar un pedido a {cliente} {dia}?
B: Yo paso por allí camino de {lugar}
A: Son {cantidad} cajas, ¿te caben?
B>3: Si salgo en vacío, de sobra
A: Te las dejo en el muelle 2 con la etiqueta verde`,
  `A: Inventario {dia} a {hora}, hacemos la nave en dos turnos
B: ¿Quién empieza por arriba?
C: Yo, que el otro año me tocó abajo
A>3: Anotado, {C} arriba y {B} abajo
B: Traed guantes, que hace frío`,
  `A: El pedido {numero} de {cliente} sale sin {producto}, no hay existencias
B: ¿Avisamos o mandamos parcial?
A: Parcial, les urge el resto
C: Les llamo yo, que preguntan por mí
A>4: Gracias. Diles que lo que falta sale {dia}`,
  `A: Cuidado con el pasillo 4, hay una estantería floja
B: ¿Está señalizado?
A>2: He puesto cinta, pero hay que descargarla
C: Voy con la carretilla en {minutos} minutos y la vaciamos
A: Te espero allí`,
  `A: Me llaman de {cliente}: nadie les ha entregado nada
B: Pues la aplicación dice entregado a {hora}
C: Lo dejé en recepción, firmó {contacto}
A>3: Eso es, lo tenían en el otro edificio. Todo aclarado
B: Menos mal`,
  `A: Ruta de {dia}: primero {cliente}, luego {cliente2} y al final {lugar}
B: A {cliente2} no se puede antes de {hora}
A>2: Cierto, les cambio el orden
C: ¿Y las devoluciones?
A: A la vuelta, si da tiempo`,
  `A: Nos quedan {cantidad} palés vacíos estorbando en la entrada
B: El recogedor viene {dia}
C: Si los apiláis de diez en diez me los llevo a la campa
A>3: Apilados. Gracias, {C}`,
  `A: Ha aparecido una caja sin etiqueta con {producto} dentro
B: Será del pedido {numero}, lo preparamos con prisas
A: ¿Puedes mirarlo?
B>3: Mirado: es de ese. Le pongo etiqueta y sale hoy
C: Por poco`,
  `A: Hoy llueve mucho en {lugar}, tapad bien la carga
B: Llevo dos lonas, voy tranquilo por ese lado
C: Por la autovía hay retenciones, mejor por la nacional
B>3: Gracias por el aviso, cambio la ruta`,
];
