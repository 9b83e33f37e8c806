export const drawingsTexts = {
  chart: 'Unidades por mes',
  months: ['E', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  rooms: ['Sala', 'Almacén', 'Despacho', 'Taller'],
  steps: ['Medir', 'Pedir', 'Montar', 'Revisar'],
  sheetHeader: ['Referencia', 'Artículo', 'Existencias', 'Precio'],
  articles: ['Filtro', 'Termostato', 'Rejilla', 'Válvula', 'Compresor', 'Conducto', 'Recuperador'],
  names: {
    grafica: 'grafica.png',
    plano: 'plano-planta.png',
    pizarra: 'pizarra.png',
    ruta: 'ruta.png',
    hoja: 'existencias.csv',
  },
};
