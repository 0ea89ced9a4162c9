import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { orThrow } from '@vitrine/sdk'
import { may } from '@vitrine/sdk/roles'
import { useEffect, useState } from 'react'
import type { Command } from '../controls/command-list.tsx'
import { vitrine } from '../server/client.ts'
import { shown } from '../words/shown.ts'
import { t } from '../words/words.ts'
import { usePlace } from './place.ts'

/** Of each kind: more are found on their pages. */
const size = 5

/** After the last letter, ms. */
const pauseMs = 150

const leastLetters = 2

const widgetsQuery = (projectId: string, q: string) =>
  queryOptions({
    queryKey: ['widgets', projectId, 'found', q],
    queryFn: ({ signal }) => {
      const params = { path: { projectId }, query: { q, size } }
      return orThrow(vitrine.GET('/api/projects/{projectId}/widgets', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

const picturesQuery = (projectId: string, q: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'found', q],
    queryFn: ({ signal }) => {
      const params = { path: { projectId }, query: { q, size } }
      return orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

const peopleQuery = (orgId: string, q: string) =>
  queryOptions({
    queryKey: ['members', orgId, 'found', q],
    queryFn: ({ signal }) => {
      const params = { path: { orgId }, query: { q, size } }
      return orThrow(vitrine.GET('/api/organizations/{orgId}/members', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Widgets and pictures of the project and people of the organization that the service finds by a text. */
export function useFound(text: string): { found: readonly Command[]; isPending: boolean } {
  const navigate = useNavigate()
  const { project, organization } = usePlace()
  const wanted = text.trim()
  const q = usePaused(wanted)
  const isLong = wanted.length >= leastLetters && q.length >= leastLetters
  const projectId = project?.id ?? ''
  const orgId = organization?.id ?? ''
  const inProject = { enabled: isLong && project !== null }
  const mayList = organization !== null && may(organization.role, 'listMembers')
  const widgets = useQuery({ ...widgetsQuery(projectId, q), ...inProject })
  const pictures = useQuery({ ...picturesQuery(projectId, q), ...inProject })
  const people = useQuery({ ...peopleQuery(orgId, q), enabled: isLong && mayList })
  if (!isLong) return { found: [], isPending: wanted.length >= leastLetters }
  const ofWidgets = (widgets.data?.content ?? []).map(
    ({ id, name, status }): Command => ({
      id,
      label: shown(name),
      hint: status === 'PUBLISHED' ? t('Widget, live') : t('Widget, draft'),
      icon: 'widget',
      run: () => void navigate({ to: `/p/${projectId}/widgets/${id}` }),
    }),
  )
  const ofPeople = (people.data?.content ?? []).map(
    ({ userId, name, email }): Command => ({
      id: userId,
      label: shown(name),
      hint: email,
      icon: 'user',
      run: () => void navigate({ to: `/o/${orgId}/members`, search: { q: email } }),
    }),
  )
  const ofPictures = (pictures.data?.content ?? []).map(
    ({ id, filename, altText }): Command => ({
      id,
      label: shown(filename),
      hint: altText ?? t('Picture'),
      icon: 'image',
      run: () => void navigate({ to: `/p/${projectId}/library`, search: { asset: id } }),
    }),
  )
  const isPending = q !== wanted || [widgets, pictures, people].some(({ isFetching }) => isFetching)
  return { found: [...ofWidgets, ...ofPeople, ...ofPictures], isPending }
}
