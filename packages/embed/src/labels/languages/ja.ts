import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: '画像ギャラリー',
  prev: '前の画像',
  next: '次の画像',
  play: '自動再生を開始',
  pause: '自動再生を停止',
  pick: '画像を選択',
  slideOf: '{n} / {count}',
  slides: '画像',
  open: '画像 {n} を拡大',
  close: '閉じる',
  zoomIn: '拡大',
  zoomOut: '縮小',
  more: 'もっと見る',
  all: 'すべて',
  filter: '絞り込み',
  video: '動画',
  readMore: '続きを読む',
  share: '共有',
  download: 'ダウンロード',
  copied: 'アドレスをコピーしました',
}
