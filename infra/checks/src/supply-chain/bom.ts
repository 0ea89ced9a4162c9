import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library'
import type { InstalledPackage } from './installed.js'
import type { Integrities } from './lockfile.js'

type Image = { name: string; digest: string | null }

/**
 * The software bill of materials of a service as CycloneDX JSON: its packages with licences, hashes
 * and dependencies, and the base image. The output is deterministic.
 */
export function billOfMaterials(
  packages: ReadonlyMap<string, InstalledPackage>,
  integrities: Integrities,
  base: Image,
): string {
  const components = new Map(
    [...packages].map(([key, one]) => [key, componentOf(one, key, integrities.get(key))]),
  )
  for (const [key, { needs }] of packages) {
    for (const need of needs) {
      const needed = components.get(need)
      if (needed !== undefined) components.get(key)?.dependencies.add(needed.bomRef)
    }
  }
  const [service, ...rest] = components.values()
  if (service === undefined) throw new Error('there is no package')
  service.type = Enums.ComponentType.Application
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: service }) })
  for (const component of [...rest, imageOf(base)]) bom.components.add(component)
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  )
  return serializer.serialize(bom, { sortLists: true, space: 2 })
}

function componentOf(
  { name, version, licence, isOwn }: InstalledPackage,
  key: string,
  sha512: string | undefined,
): Models.Component {
  const [scope, plain = scope] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const component = new Models.Component(Enums.ComponentType.Library, plain ?? name, {
    ...(scope !== undefined && { group: scope }),
    version,
    bomRef: key,
    ...(!isOwn && { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }),
  })
  if (licence !== null) component.licenses.add(licenceOf(licence))
  if (sha512 !== undefined) {
    const hex = Buffer.from(sha512, 'base64').toString('hex')
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], hex)
  }
  return component
}

const licenceOf = (licence: string) =>
  SPDX.isSupportedSpdxId(licence)
    ? new Models.SpdxLicense(licence)
    : new Models.NamedLicense(licence)

function imageOf({ name, digest }: Image): Models.Component {
  const [image = name, version = ''] = name.split(':')
  return new Models.Component(Enums.ComponentType.Container, image, {
    version,
    bomRef: name,
    ...(digest !== null && {
      purl: `pkg:oci/${image}@${encodeURIComponent(digest)}?tag=${version}`,
    }),
  })
}
