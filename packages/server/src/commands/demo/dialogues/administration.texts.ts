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
