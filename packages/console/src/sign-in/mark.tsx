import mark from '../shell/mark.svg'

export const Mark = ({ size = 32 }: { size?: number }) => (
  <img src={mark} alt="Vitrine" width={size} height={size} />
)
