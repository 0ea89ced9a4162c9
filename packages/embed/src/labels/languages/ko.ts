import type { Labels } from '../labels.js'

export const labels: Labels = {
  gallery: '이미지 갤러리',
  prev: '이전 이미지',
  next: '다음 이미지',
  play: '자동 전환 시작',
  pause: '자동 전환 정지',
  pick: '이미지 선택',
  slideOf: '{count}개 중 {n}번째',
  slides: '이미지',
  open: '이미지 {n} 확대',
  close: '닫기',
  zoomIn: '확대',
  zoomOut: '축소',
  more: '더 보기',
  all: '전체',
  filter: '필터',
  video: '동영상',
  readMore: '더 보기',
  share: '공유',
  download: '다운로드',
  copied: '주소를 복사했습니다',
}
