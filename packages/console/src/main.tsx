import './design/tokens.css'
import './design/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'
import { applyLanguage } from './words/language.ts'

applyTheme()
applyLanguage()
let isLeaving = false
addEventListener('beforeunload', () => {
  isLeaving = true
})
// A part of a build that no server has any more: the page of the present build has its own. A person who
// leaves ends the loading of parts, too, and a reload would keep them here.
addEventListener('vite:preloadError', (event) => {
  if (isLeaving) return
  const last = Number(sessionStorage.getItem('vitrine-reloaded'))
  if (Date.now() - last < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('vitrine-reloaded', String(Date.now()))
  location.reload()
})

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
