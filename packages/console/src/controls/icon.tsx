/** Drawn on a grid of 24, with round ends; `M` and `L` paths alone would look foreign beside Inter. */
const paths = {
  alert:
    'M12 8.5v4.5M12 16.5v.01M10.3 4 2.8 17.2A2 2 0 0 0 4.5 20.2h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  archive: 'M4 4h16v5H4zM5.5 9v10a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9M10 13h4',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  building:
    'M5 20V5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v15M15 10h3a1 1 0 0 1 1 1v9M3.5 20h17M8.500 8h3M8.500 12h3M8.500 16h3',
  chart: 'M4 20V4M4 20h16M9 16v-4M13 16V8M17 16v-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronRight: 'm9.5 6 6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  command:
    'M9 9H6.5A2.5 2.5 0 1 1 9 6.5V9Zm0 0v6m0-6h6m0 0V6.5A2.5 2.5 0 1 1 17.5 9H15Zm0 0v6m0 0h2.5a2.5 2.5 0 1 1-2.5 2.5V15Zm0 0H9m0 0v2.5A2.5 2.5 0 1 1 6.5 15H9Z',
  copy: 'M9 9h10a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V9ZM5.5 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v.5',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  edit: 'M4 20h4L19.5 8.5a2.1 2.1 0 0 0 0-3l-1-1a2.1 2.1 0 0 0-3 0L4 16v4ZM13.5 6.5l4 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  folder:
    'M3.5 7a2 2 0 0 1 2-2h3.7a2 2 0 0 1 1.5.7L12 7.2h6.5a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7Z',
  folderUpload:
    'M3.5 7a2 2 0 0 1 2-2h3.7a2 2 0 0 1 1.5.7L12 7.2h6.5a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7ZM12 17v-5.500M9.500 13.500l2.500-2.500 2.500 2.500',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  image:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM4.5 17l4.5-5 3.5 3.5 2.5-2.5 4.5 4.5M15.5 9.5v.01',
  key: 'M15 9.5a5 5 0 1 0-4.6 5L12 16h2v2h2v2.5h4V17l-5.6-5.6c.4-.6.6-1.2.6-1.9ZM8 8.5v.01',
  play: 'M7 5v14l11-7z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  logOut: 'M14 4.500H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h8M10 12h10M16.500 8.500 20 12l-3.500 3.500',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  monitor: 'M4 5h16v11H4zM9 20h6M12 16v4',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  move: 'M3.500 7a2 2 0 0 1 2-2h3.700a2 2 0 0 1 1.500.700L12 7.200h6.500a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7ZM9 13.200h6M12.700 10.700l2.500 2.500-2.500 2.500',
  plus: 'M12 5v14M5 12h14',
  redo: 'M15 5l4.500 4.500L15 14M19.500 9.500H9.500a5 5 0 0 0 0 10H12',
  refresh:
    'M20 11a8 8 0 0 0-14.300-4L4 9M4 4.500V9h4.500M4 13a8 8 0 0 0 14.300 4L20 15M20 19.500V15h-4.500',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  tag: 'M4 5v6.200a2 2 0 0 0 .6 1.400l7 7a2 2 0 0 0 2.800 0l5.200-5.200a2 2 0 0 0 0-2.800l-7-7A2 2 0 0 0 11.200 4H5a1 1 0 0 0-1 1ZM8.500 8.500v.01',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  trash:
    'M4.500 7h15M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6.500 7l.8 12a1 1 0 0 0 1 1h7.400a1 1 0 0 0 1-1l.8-12M10.200 11v5M13.800 11v5',
  undo: 'M9 5 4.500 9.500 9 14M4.500 9.500h10a5 5 0 0 1 0 10H12',
  upload: 'M12 16V5M7 9.500l5-5 5 5M4.500 20h15',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500a7.500 7.500 0 0 1 15 0',
  users:
    'M9 12a3.800 3.800 0 1 0 0-7.600A3.800 3.800 0 0 0 9 12ZM2.500 20a6.500 6.500 0 0 1 13 0M15.500 4.800a3.800 3.800 0 0 1 0 7M18 14.400a6.500 6.500 0 0 1 3.500 5.600',
  widget:
    'M4 5h16v14H4zM4 15.500h16M9 17.300h6M8.500 8.500v3.500M15.500 8.500v3.500M12 7.500v5.500',
} as const

export type IconName = keyof typeof paths

type Props = { name: IconName; size?: number }

/** Hidden from screen readers: the text beside it has the meaning. */
export const Icon = ({ name, size = 18 }: Props) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' || name === 'grip' ? 2.6 : 1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[name]} />
  </svg>
)
