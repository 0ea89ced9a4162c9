import Type, { type Static } from 'typebox'
import { listOf } from './list.js'
import { endpointOf } from './store-rules.js'

export { rules } from './store-rules.js'

const Endpoint = Type.String({
  description: 'URL of the S3 store, http(s)://host[:port], also with a path, without the bucket',
})
const Address = Type.Refine(
  Endpoint,
  (text) => /^https?:\/\//.test(text) && endpointOf(text) !== null,
  () => 'is not an address',
)
const AddressWithoutUser = Type.Refine(
  Address,
  (text) => {
    const { username = '', password = '' } = endpointOf(text) ?? {}
    return username === '' && password === ''
  },
  () => 'holds a user name or a password; the keys belong in S3_ACCESS_KEY and S3_SECRET_KEY',
)

const objectSecret = ' *[^, ]{32,} *'

/** The settings of the S3 store, which both services use. */
export const properties = {
  S3_ENDPOINT: Type.Refine(
    AddressWithoutUser,
    (text) => !/[?#]/.test(text),
    () => 'has a query or a fragment',
  ),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'region of the bucket' }),
  S3_ADDRESSING: Type.Enum(['path', 'virtual'], {
    default: 'path',
    description:
      'how URLs name the bucket: path for http://host/bucket/key, or virtual for http://bucket.host/key',
  }),
  S3_ACCESS_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'access key of the S3 store; without keys, AWS’s own credentials chain is used: AWS_* variables, web identity, container endpoint, instance role',
    }),
  ),
  S3_SECRET_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'secret key of the S3 store' }),
  ),
  S3_SESSION_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'session token that belongs to temporary keys' }),
  ),
  S3_BUCKET: Type.String({
    default: 'vitrine',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'bucket of all objects; it must exist',
  }),
  OBJECT_SECRET: Type.String({
    pattern: `^${objectSecret}(,${objectSecret})*$`,
    description:
      'secret that signs the renditions, smaller copies and scripts in the bucket and the frames of restricted keys, and encrypts signing keys; at least 32 characters, the same on every instance of both services, for example from openssl rand -hex 32. Of several, separated by commas, the first signs and all are accepted',
  }),
  STORE_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 5000,
    description: 'longest time without a byte from the object store, ms',
  }),
}

type Values = Static<ReturnType<typeof Type.Object<typeof properties>>>

/** The first secret signs objects; each of them is accepted. */
export const objectSecretsOf = ({ OBJECT_SECRET }: Pick<Values, 'OBJECT_SECRET'>): string[] =>
  listOf(OBJECT_SECRET)

/** The settings as the object store takes them. */
export const optionsOf = (values: Values) => ({
  endpoint: values.S3_ENDPOINT,
  region: values.S3_REGION,
  addressing: values.S3_ADDRESSING,
  bucket: values.S3_BUCKET,
  timeoutMs: values.STORE_TIMEOUT_MS,
  ...(values.S3_ACCESS_KEY !== undefined && { accessKey: values.S3_ACCESS_KEY }),
  ...(values.S3_SECRET_KEY !== undefined && { secretKey: values.S3_SECRET_KEY }),
  ...(values.S3_SESSION_TOKEN !== undefined && { sessionToken: values.S3_SESSION_TOKEN }),
})
