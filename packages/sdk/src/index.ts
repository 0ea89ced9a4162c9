export type {
  ApiKey,
  Asset,
  ErrorCode,
  Folder,
  NewWidget,
  Paths,
  Project,
  PublishedWidget,
  Schemas,
  Widget,
  WidgetUpdate,
} from './api.js'
export { type ClientOptions, createClient, type Vitrine } from './client.js'
export { orThrow, VitrineError } from './errors.js'
export { type ImageParameters, type ImageSource, imageUrl } from './images/image-url.js'
export { logIn, logOut } from './login.js'
export { type ItemOf, type PagedPath, type PagesOptions, pages } from './pages.js'
export type { Retry, RetryOptions } from './retry.js'
export { cookieStore } from './session/cookie-store.js'
export { type Credentials, createSession, personalToken, type Session } from './session/session.js'
export { type CookieMode, memoryStore, type SessionStore, type Tokens } from './session/store.js'
export { webStore } from './session/web-store.js'
export type { Send, Transport } from './transport.js'
export type { OnProgress, Progress } from './upload/send-form.js'
export { type Replacement, replaceFile, type Upload, upload } from './upload/upload.js'
