import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Галерея зображень',
  prev: 'Попереднє зображення',
  next: 'Наступне зображення',
  play: 'Запустити прокручування',
  pause: 'Зупинити прокручування',
  pick: 'Вибрати зображення',
  slideOf: '{n} з {count}',
  slides: 'Зображення',
  open: 'Збільшити зображення {n}',
  close: 'Закрити',
  zoomIn: 'Збільшити',
  zoomOut: 'Зменшити',
  more: 'Показати ще',
  all: 'Усі',
  filter: 'Фільтр',
  video: 'Відео',
  readMore: 'більше',
  share: 'Поділитися',
  download: 'Завантажити',
  copied: 'Адресу скопійовано',
}
