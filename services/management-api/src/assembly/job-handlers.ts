import type { SigningKeyCipher } from '@vitrine/contracts'
import type { ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import type { Changes } from '../changes/changes.js'
import type { Config } from '../config.js'
import { sendMail } from '../mail/send-mail.js'
import { startMail } from '../mail/start.js'
import { removeAssets } from '../removal/remove-assets.js'
import { removeObjects } from '../removal/remove-objects.js'
import { describeAssets } from '../renditions/describe-assets.js'
import { prepareAsset } from '../renditions/prepare-asset.js'
import { prepareWidget } from '../renditions/prepare-widget.js'
import { bulkJob } from '../resources/assets/bulk/job.js'
import { discardFile } from '../resources/assets/upload/discard-file.js'
import { discardUpload } from '../resources/assets/upload/discard-upload.js'
import type { Keyring } from '../secrets/keyring.js'
import type { SignedObjects } from '../storage/signed-objects.js'
import type { WorkFolder } from '../storage/work-folder.js'
import type { startImages } from './images.js'

export type JobDeps = {
  config: Config
  database: ScopedDatabase
  store: ObjectStore
  objects: SignedObjects
  signingKeyCipher: SigningKeyCipher
  images: ReturnType<typeof startImages>
  workFolder: WorkFolder
  keyring: Keyring
  changes: Changes
}

/** The kinds of jobs by lane: a lane does not wait for the jobs of another one. */
export function jobHandlers(app: App, deps: JobDeps) {
  const { config, store, objects, images, workFolder, keyring, changes } = deps
  const database = deps.database.forJobs()
  return {
    urgent: {
      [removeObjects.kind]: removeObjects.handler(store),
      [removeAssets.kind]: removeAssets.handler(database, store),
      [discardUpload.kind]: discardUpload.handler(database, store),
      [discardFile.kind]: discardFile.handler(database, store),
    },
    background: {
      [prepareWidget.kind]: prepareWidget.handler(database),
      [prepareAsset.kind]: prepareAsset.handler({
        database,
        store,
        objects,
        images: images.ahead,
        workFolder,
        log: app.log,
      }),
      [describeAssets.kind]: describeAssets.handler({
        database,
        objects,
        images: images.ahead,
        workFolder,
        log: app.log,
      }),
    },
    bulk: { [bulkJob.kind]: bulkJob.handler(database, changes) },
    mail: { [sendMail.kind]: startMail(app, config, deps.database, keyring) },
  }
}
