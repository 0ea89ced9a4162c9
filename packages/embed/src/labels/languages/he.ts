import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'גלריית תמונות',
  prev: 'התמונה הקודמת',
  next: 'התמונה הבאה',
  play: 'הפעלת ההחלפה האוטומטית',
  pause: 'עצירת ההחלפה האוטומטית',
  pick: 'בחירת תמונה',
  slideOf: '{n} מתוך {count}',
  slides: 'תמונות',
  open: 'הגדלת תמונה {n}',
  close: 'סגירה',
  zoomIn: 'הגדלה',
  zoomOut: 'הקטנה',
  more: 'הצגת עוד',
  all: 'הכול',
  filter: 'סינון',
  video: 'סרטון',
  readMore: 'עוד',
  share: 'שיתוף',
  download: 'הורדה',
  copied: 'הכתובת הועתקה',
}
