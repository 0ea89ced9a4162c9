import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'Галерея изображений',
  prev: 'Предыдущее изображение',
  next: 'Следующее изображение',
  play: 'Запустить прокрутку',
  pause: 'Остановить прокрутку',
  pick: 'Выбрать изображение',
  slideOf: '{n} из {count}',
  slides: 'Изображения',
  open: 'Увеличить изображение {n}',
  close: 'Закрыть',
  zoomIn: 'Увеличить',
  zoomOut: 'Уменьшить',
  more: 'Показать ещё',
  all: 'Все',
  filter: 'Фильтр',
  video: 'Видео',
  readMore: 'ещё',
  share: 'Поделиться',
  download: 'Скачать',
  copied: 'Адрес скопирован',
}
