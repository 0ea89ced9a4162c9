import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: 'معرض الصور',
  prev: 'الصورة السابقة',
  next: 'الصورة التالية',
  play: 'بدء التبديل التلقائي',
  pause: 'إيقاف التبديل التلقائي',
  pick: 'اختر صورة',
  slideOf: '{n} من {count}',
  slides: 'الصور',
  open: 'تكبير الصورة {n}',
  close: 'إغلاق',
  zoomIn: 'تكبير',
  zoomOut: 'تصغير',
  more: 'عرض المزيد',
  all: 'الكل',
  filter: 'تصفية',
  video: 'فيديو',
  readMore: 'المزيد',
  share: 'مشاركة',
  download: 'تنزيل',
  copied: 'تم نسخ العنوان',
}
