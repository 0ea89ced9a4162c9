import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { imageUrl } from '@vitrine/sdk'
import { useEffect, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Segments } from '../../controls/segments.tsx'
import { toast, toastProblem } from '../../controls/toast.tsx'
import { May } from '../../permissions/permissions.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { presetsQuery } from '../../server/presets.ts'
import { type Project, projectQuery } from '../../server/projects.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import { AddressFields } from './address-fields.tsx'
import {
  type Choice,
  firstChoice,
  type Offer,
  offerOf,
  publicSize,
  signingCode,
  unsigned,
  type Way,
  waysOf,
} from './address-offer.ts'
import { AddressPicture } from './address-picture.tsx'
import css from './addresses.module.css'
import details from './details.module.css'

/** Makes the address of the picture: only those that the project's setting lets delivery answer. */
export function Addresses({ asset }: { asset: Asset }) {
  const project = useQuery(projectQuery(asset.projectId))
  const presets = useQuery(presetsQuery(asset.projectId))
  const error = project.error ?? presets.error
  return (
    <section className={details.part} aria-label={t('Address')}>
      <h3>{t('Address')}</h3>
      <LoadProblem error={error} />
      {project.data === undefined || presets.data === undefined ? null : (
        <Builder
          key={`${asset.id} ${publicSize(asset, project.data).width}`}
          asset={asset}
          project={project.data}
          presets={presets.data}
        />
      )}
    </section>
  )
}

type Props = {
  asset: Asset
  project: Project
  presets: Parameters<typeof AddressFields>[0]['presets']
}

function Builder({ asset, project, presets }: Props) {
  const shown = publicSize(asset, project)
  const [chosen, setChosen] = useState<Choice>(() => firstChoice(shown))
  const rule = project.transformations
  const ways = waysOf(rule, presets)
  // The rule or the presets may have changed since.
  const choice = ways.includes(chosen.way) ? chosen : { ...chosen, way: 'width' as const }
  const offer = offerOf(choice, project, presets, asset)
  return (
    <>
      <div className={css.place}>
        <div className={css.builder}>
          <div className={css.fields}>
            <Segments<Way>
              label={t('How large')}
              options={ways.map((id) => ({ id, label: wayName(id) }))}
              value={choice.way}
              onChange={(way) => setChosen({ ...choice, way })}
            />
            <AddressFields
              asset={asset}
              shown={shown}
              presets={presets}
              choice={choice}
              onChange={(part) => setChosen({ ...choice, ...part })}
            />
          </div>
          {offer === null || offer.isSigned ? null : <Live asset={asset} offer={offer} />}
        </div>
      </div>
      {offer === null ? null : <Result asset={asset} offer={offer} />}
      <RuleHint project={project} />
    </>
  )
}

/** The picture follows a number when it is typed, so that not every digit has a rendition made. */
function Live({ asset, offer }: { asset: Asset; offer: Offer }) {
  return <AddressPicture asset={asset} address={useSettled(imageUrl(asset, offer.parameters))} />
}

function Result({ asset, offer: { parameters, isSigned } }: { asset: Asset; offer: Offer }) {
  const text = isSigned
    ? signingCode(unsigned(asset.originalUrl), parameters)
    : imageUrl(asset, parameters)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(isSigned ? t('Code copied.') : t('Address copied.')),
      () => toastProblem(t('The browser does not allow copying. Select the address instead.')),
    )
  return (
    <>
      {isSigned ? (
        <p>
          {t(
            'Your server signs such an address. The secret of the signing key must not be in a page.',
          )}
        </p>
      ) : null}
      <code className={css.address} data-signed={isSigned || undefined}>
        {text}
      </code>
      <Button size="sm" icon="copy" onPress={() => void copy()}>
        {isSigned ? t('Copy code') : t('Copy address')}
      </Button>
    </>
  )
}

function RuleHint({ project }: { project: Project }) {
  const { id, transformations, originals, maxPublicWidth } = project
  if (transformations === 'any' && originals === 'public') return null
  return (
    <p className={css.rule}>
      {transformations === 'listed'
        ? t('This project gives out the sizes of widgets and its presets, no others.')
        : null}
      {transformations === 'signed'
        ? t('This project gives out the sizes of widgets. Others need a signature.')
        : null}{' '}
      {originals === 'signed'
        ? t('Originals, and sides above {n} px, need a signature.', { n: maxPublicWidth })
        : null}{' '}
      <May call="updateProject">
        <Link to="/p/$projectId/settings" params={{ projectId: id }}>
          {t('Change this')}
        </Link>
      </May>
    </p>
  )
}

function wayName(way: Way): string {
  if (way === 'original') return t('Original')
  if (way === 'width') return t('Width')
  return way === 'preset' ? t('Preset') : t('Own size')
}

const pauseMs = 350

/** A value that has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
