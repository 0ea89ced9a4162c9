import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Opens a form of a page when its address ends in `#` and the name of the form, as the palette asks for it. */
export function useAskedFor(
  form: 'new-key' | 'invite' | 'new-organization',
  open: () => void,
): void {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const act = useEffectEvent(open)
  useEffect(() => {
    if (hash !== form) return
    act()
    void navigate({ to: '.', search: true, hash: '', replace: true })
  }, [hash, form, navigate])
}
