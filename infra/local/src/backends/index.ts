export { deleteData } from './delete-data.js'
export {
  type BackendProcess,
  type Backends,
  type BackendsEnv,
  type S3Process,
  startBackends,
} from './start.js'
