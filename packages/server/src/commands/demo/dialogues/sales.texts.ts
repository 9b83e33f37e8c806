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
