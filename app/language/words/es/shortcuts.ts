import type { Words } from '../../text.ts'

/** The sheet that explains the keys, in Spanish. */
export const shortcuts = {
  'shortcuts.title': 'Atajos de teclado',
  'shortcuts.anywhere': 'En cualquier lugar',
  'shortcuts.menu': 'Búsqueda y comandos',
  'shortcuts.help': 'Esta ayuda',
  'shortcuts.notices': 'Ir a los avisos',
  'shortcuts.close': 'Cerrar lo que esté abierto',
  'shortcuts.pages': 'Ir a una página',
  'shortcuts.days': 'Días de la página',
  'shortcuts.custom_days': 'Elegir días',
  'shortcuts.compare': 'Comparar o dejar de comparar',
  'shortcuts.step_back': 'Un período atrás',
  'shortcuts.step_on': 'Un período adelante',
  'shortcuts.single': 'Atajos de una sola tecla',
  'shortcuts.single_hint':
    'Teclas sin Ctrl, Alt ni ⌘. Desactívalas si hablas a tu ordenador o pulsas teclas sin querer. Este navegador lo recuerda.',
} as const satisfies Words
