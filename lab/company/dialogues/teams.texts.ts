export const administrationDialogues = [
  `A: La factura {numero} de {cliente} ha vuelto sin pagar
B: ¿Qué motivo dan?
A>2: Que el importe no cuadra con el albarán
C: A ver… les cobramos {cantidad} unidades y firmaron dos menos
B: Pues hacemos abono y la volvemos a emitir
A: La preparo ahora y la envío antes de {hora2}`,
  `A: Cierre de {mes}: me faltan los gastos de viaje de media plantilla
B: ¿Hasta cuándo tenemos?
A: Hasta {dia} a {hora}, después pasan al mes que viene
C: Los míos los dejé en la bandeja con los tiques grapados
A>4: Esos los tengo, {C}, van perfectos`,
  `A: ¿Alguien ha pedido ya presupuesto para renovar las sillas de {lugar}?
B: Tengo dos, uno de {importe} y otro algo más caro
C: El segundo incluye montaje y retirada de las viejas, ¿no?
B>3: Sí, por eso sube
A: Entonces nos compensa. Lo paso a firmar`,
  `A: El banco pide el {documento} original para la línea de avales
B: Está en el archivador gris, segunda balda
A>2: Localizado, gracias
B: Haz una copia antes de que salga, que la otra vez tardaron un mes en devolverlo
A: Hecho`,
  `A: Han cambiado la fecha de la auditoría: vienen {dia}
B: ¡Pero si no tenemos cerrado el inventario!
C: Lo importante es tener las conciliaciones, el resto nos lo pueden pedir después
A>3: Exacto. {B}, ¿te encargas tú de los bancos y yo de proveedores?
B: De acuerdo, empiezo hoy`,
  `A: Los de {cliente} proponen pagar los {importe} en tres plazos
B: ¿Con qué garantía?
A: Pagarés a 30, 60 y 90 días
C: Ya lo hicimos el año pasado y cumplieron
B>4: Si cumplieron, por mí adelante
A: Pues redacto el acuerdo y lo reviso con asesoría`,
  `A: El proveedor de {producto} nos sube el precio un {porcentaje}
B: ¿Así, sin avisar?
A: Con una carta de hace un mes que nadie vio
C: Pedid oferta a otros dos antes de aceptar nada
A>4: Ya están pedidas, contestan {dia}`,
  `A: Recordatorio: hay que dejar registrado el pedido {numero} antes de comer
B: Me falta el visto bueno de {C}
C: Visto bueno dado, perdón, estaba en una llamada
B>3: Registrado`,
  `A: ¿Sabéis si ha llegado el {documento} de {cliente}?
B: Llegó ayer por correo certificado
C: Lo tengo yo, está sin sellar la última hoja
A: Vaya. Llamo a {contacto} para que nos lo sellen
C>4: Dile que nos vale una copia escaneada hasta que llegue el bueno`,
  `A: He actualizado la hoja de vencimientos, mirad los de la semana próxima
B: El de {cliente} sale duplicado, ¿puede ser?
A>2: Cierto, lo quito ahora mismo
C: Y el seguro de las furgonetas no aparece
A: Añadido. Gracias por repasarla`,
  `A: Nos reclaman {importe} por el transporte de {mes}
B: Ese transporte lo anulamos, tengo el correo
A: ¿Me lo reenvías?
B>3: Enviado, mira el hilo de {dia}
A: Con esto se lo devuelvo. Gracias, {B}`,
];

export const salesDialogues = [
  `A: ¿Alguien tiene a mano la última oferta de {cliente}? Me llaman en diez minutos
B: Sí, la dejé en la carpeta compartida, versión 3
A>2: La veo, gracias. ¿El {porcentaje} de descuento está aprobado?
B: Aprobado por dirección, pero solo si firman antes de fin de mes
A: Perfecto, se lo digo así`,
  `A: Acaban de confirmar desde {cliente}: nos adjudican la instalación entera 🎉
B: ¡Enhorabuena! ¿Por cuánto al final?
A>2: {importe} más el mantenimiento del primer año
C: Qué buena noticia, llevábamos tres meses detrás
A: Ahora toca cumplir plazos. Preparo el {documento} y os lo paso a todos
D: Cuenta conmigo para el arranque`,
  `A: La visita a {cliente} se adelanta a {dia} a {hora}
B: A esa hora tengo otra reunión, ¿puede ir alguien por mí?
C: Voy yo, conozco a {contacto} de otra obra
B>3: Te lo agradezco, {C}. Te paso mis notas esta tarde`,
  `A: Me dicen en {cliente} que la competencia les ofrece un {porcentaje} menos
B: ¿Con el mismo equipo o con uno inferior?
A: No lo aclaran. Yo creo que comparan sin la puesta en marcha
B: Entonces hazles la comparativa línea a línea, ahí ganamos
C: Y recuérdales que nosotros damos asistencia en 24 horas
A>4: Buena idea, la preparo hoy mismo`,
  `A: Recordad subir las previsiones del mes antes de {dia}, por favor
B: ¿En la hoja nueva o en la de siempre?
A>2: En la nueva, la antigua ya está cerrada
C: Las mías ya están
D: Yo termino esta tarde, me falta {cliente}`,
  `A: ¿Quién lleva ahora la cuenta de {cliente}?
B: La llevaba {C}, pero creo que hubo cambio
C: Sigo yo, sí. ¿Qué necesitan?
A>3: Preguntan si pueden ampliar el pedido {numero} con {cantidad} unidades más
C: Les llamo ahora y te cuento`,
  `A: El presupuesto de {cliente} se nos va {importe} por encima de lo que tienen
B: ¿Qué parte pesa más?
A: {producto}, casi la mitad
C: Hay una gama más sencilla que les serviría igual, mirad la página 12 del catálogo
A>4: No la conocía, la propongo como alternativa
B: Ponles las dos opciones en el mismo {documento} y que elijan`,
  `A: ¿Sabemos algo de {cliente}? Llevan dos semanas sin contestar
B: Hablé con {contacto} {dia} y me dijo que lo tenía en dirección
A: Vale, le escribo yo un correo corto para no agobiar
B>3: Ponme en copia, así lo siguen teniendo presente`,
  `A: Resultado del mes: {importe} firmados, un {porcentaje} por encima del objetivo
B: ¡Muy bien, equipo!
C: Y eso que {cliente} se quedó fuera por un papel
A>3: Entra en el próximo, ya lo tengo comprometido
D: Habrá que celebrarlo con unos churros`,
  `A: Mañana tengo la demostración en {lugar} y me falta el equipo de muestra
B: Está en el armario del fondo, lo devolví {dia}
A: Pues no lo encuentro
C: Perdón, lo tengo yo en el coche. Te lo subo en {minutos} minutos
A>4: Uf, me salvas`,
  `A: Aviso: a partir de {dia} suben las tarifas de {producto} un {porcentaje}
B: ¿Respetamos los presupuestos ya enviados?
A>2: Los enviados se mantienen 30 días
C: Entonces aviso hoy a {cliente}, que estaban a punto de decidir
A: Buena excusa para que firmen`,
];

export const serviceDialogues = [
  `A: Avería urgente en {cliente}: se les ha parado todo el circuito
B: ¿Qué error da el panel?
A>2: E-14, y no rearma
B: Eso suele ser la sonda. Estoy en {lugar}, llego en {minutos} minutos
A: Se lo digo. Pregunta por {contacto}
C: Llévate una sonda de repuesto, dejé dos en la estantería`,
  `A: ¿Alguien recuerda la clave del cuadro de {lugar}?
B: Está en la ficha del cliente, apartado de accesos
A: No aparece
B>3: Pues la tiene {C} seguro
C: Os la paso por teléfono, mejor no dejarla escrita`,
  `A: Llevo tres llamadas de {cliente} por el mismo aviso
B: El repuesto llega {dia}, ya se lo dije
C: ¿Y si les dejamos un equipo de préstamo hasta entonces?
A>3: Me parece lo mejor, así se quedan tranquilos
B: Lo llevo yo a {hora}`,
  `A: Revisión anual de {cliente} hecha, todo correcto salvo {producto}
B: ¿Hay que cambiarlo todo?
A>2: Aguanta esta temporada, pero conviene presupuestar
B: Pásame el {documento} y lo mando yo
A: Lo tienes en el correo`,
  `A: El parte {numero} está abierto desde {dia}, ¿quién lo lleva?
B: Yo, estoy a la espera del fabricante
A: Pon una nota, que desde fuera parece olvidado
B>3: Nota puesta, y les he vuelto a reclamar`,
  `A: Cliente muy contento en {lugar}, nos ponen cinco estrellas
B: ¡Bien! ¿Quién fue?
A: {C}, y además les explicó el mando a todos
C: Me invitaron a café, no fue tan duro
B>4: Así da gusto 😄`,
  `A: ¿Cómo quedó lo de {cliente}? No veo la incidencia cerrada
B: Cambié la placa y funciona, falta que firmen
A: ¿Puedes pasar {dia}?
B>3: Sí, a {hora} estoy por la zona`,
  `A: Guardia del fin de semana: ¿quién puede cambiarme el turno?
B: Yo puedo el sábado, el domingo no
C: Y yo me quedo el domingo, sin problema
A>3: Os debo una a los dos
B: Lo apunto en el cuadrante`,
  `A: Ojo con la nueva versión del programa: borra las consignas al actualizar
B: ¿Te ha pasado o lo has leído?
A>2: Me ha pasado en {cliente}, media hora para dejarlo como estaba
C: Entonces copia de seguridad siempre antes, lo añado a la guía
A: Gracias, así no cae nadie más`,
  `A: Me piden en {cliente} un curso corto para el personal de mantenimiento
B: Tenemos el material del año pasado
C: Está anticuado, las pantallas ya no son esas
A: ¿Lo actualizamos entre los tres? Con dos horas basta
C>4: Yo hago la parte de alarmas
B: Y yo las fotos`,
  `A: {contacto}, de {cliente}, pregunta si el ruido es normal
B: Si es un zumbido grave al arrancar, sí
A: Dice que dura toda la noche
B>3: Entonces no. Abro aviso y lo miramos {dia}
A: Le confirmo la cita, gracias`,
];

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
