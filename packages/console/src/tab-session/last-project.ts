const key = 'vitrine-project'

/** Where the console opens; null before the first project. */
export const lastProject = (): string | null => {
  const stored = localStorage.getItem(key)
  return stored !== null && /^[0-9a-f-]{36}$/.test(stored) ? stored : null
}

export const rememberProject = (projectId: string): void => localStorage.setItem(key, projectId)
export const forgetProject = (): void => localStorage.removeItem(key)
