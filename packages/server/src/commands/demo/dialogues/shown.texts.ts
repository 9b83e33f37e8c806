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
