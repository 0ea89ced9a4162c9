import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: '图片库',
  prev: '上一张图片',
  next: '下一张图片',
  play: '开始轮播',
  pause: '停止轮播',
  pick: '选择图片',
  slideOf: '第 {n} 张，共 {count} 张',
  slides: '图片',
  open: '放大第 {n} 张图片',
  close: '关闭',
  zoomIn: '放大',
  zoomOut: '缩小',
  more: '显示更多',
  all: '全部',
  filter: '筛选',
  video: '视频',
  readMore: '更多',
  share: '分享',
  download: '下载',
  copied: '地址已复制',
}
