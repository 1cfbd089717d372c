import { Failure } from '#contract/failure.ts'
import { cleanName } from '#contract/file-names.ts'
import { mayAct } from '#server/http/dispatch.ts'
import { readWholeFile } from '#server/http/read-upload.ts'
import { makePictures } from '#server/pictures/make-pictures.ts'
import {
  maxPictureBytes,
  maxSvgBytes,
  pictureTypeOf,
  RefusedPicture,
  type UploadPurpose,
} from '#server/pictures/picture.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { takeOrRefuse } from '#server/service/rate-limits.ts'
import type { media } from './contract.ts'
import { picturesOf, storePictures, urlOf } from './store-picture.server.ts'

const uploads = { name: 'pictures', points: 20, seconds: 60 }

const about = (code: 'invalid_input' | 'too_large' | 'unsupported_type', message: string) =>
  new Failure(code, message, { fields: { file: message } })

const tooLarge = () => about('too_large', 'A picture has at most 4 MB.')

function typeFor(purpose: UploadPurpose, bytes: Buffer) {
  const type = pictureTypeOf(bytes)
  const mayBeSvg = purpose === 'logo' || purpose === 'logo_dark' || purpose === 'icon'
  if (!type || (type === 'svg' && !mayBeSvg)) {
    const types = mayBeSvg ? 'PNG, JPEG, WebP or SVG' : 'PNG, JPEG or WebP'
    throw about('unsupported_type', `Use a picture of the type ${types}.`)
  }
  if (type === 'svg' && bytes.length > maxSvgBytes) {
    throw about('too_large', 'An SVG has at most 256 KB.')
  }
  return type
}

/** @throws Failure that names the field `file`. */
async function makeFrom(bytes: Buffer, purpose: UploadPurpose) {
  const type = typeFor(purpose, bytes)
  return makePictures(bytes, type, purpose).catch((error: unknown) => {
    throw error instanceof RefusedPicture ? about('invalid_input', error.message) : error
  })
}

async function refuseUpload({ user, limits }: SignedInContext, purpose: UploadPurpose) {
  if (purpose !== 'portrait' && !mayAct(user.role, 'admin')) {
    throw new Failure('forbidden', 'Your role doesn’t allow this.')
  }
  await takeOrRefuse(limits, uploads, user.id, 'Too many pictures. Please wait a minute.')
}

async function show({ db }: SignedInContext, id: string, failure: Failure) {
  const [master, ...variants] = await picturesOf(db, id)
  if (master?.variant !== '') throw failure
  const { originalName: name, width, height } = master
  return {
    id,
    name,
    url: urlOf(master),
    width,
    height,
    variants: variants.map(({ variant, ...one }) => ({
      variant,
      url: urlOf(one),
      width: one.width,
      height: one.height,
    })),
  }
}

export const mediaService: Service<typeof media> = {
  async upload(context, { purpose }, request) {
    await refuseUpload(context, purpose)
    const sent = await readWholeFile(request, maxPictureBytes, tooLarge, 'file')
    const made = await makeFrom(sent.bytes, purpose)
    const id = await storePictures(context, purpose, cleanName(sent.name), made)
    return show(context, id, new Failure('conflict', 'This picture was removed meanwhile.'))
  },
  show: (context, { id }) =>
    show(context, id, new Failure('not_found', 'There’s no such picture.')),
}
