import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { type Purpose, type UploadedPicture, usePictureUpload } from './use-picture-upload.ts'

const photos = 'image/png,image/jpeg,image/webp'

type PictureChoiceProps = {
  /** Id of the group. */
  id?: string
  purpose: Purpose
  legend: string
  hint: ReactNode
  error?: string | undefined
  warning?: string | undefined
  /** Whether a picture is chosen. */
  isThere: boolean
  onUploaded: (picture: UploadedPicture) => void
  onRemove: () => void
  children: ReactNode
}

/**
 * A picture field. The picture is uploaded at once, but only used once the surrounding form is
 * saved.
 */
export function PictureChoice(props: PictureChoiceProps) {
  const { id, purpose, legend, hint, error, warning, isThere, onUploaded, onRemove } = props
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const uploading = usePictureUpload(purpose, onUploaded)
  const isPhoto = purpose === 'portrait' || purpose === 'note'
  const noun = legend.toLowerCase()
  return (
    <Fieldset {...(id && { id })} legend={legend} hint={hint} {...(error && { error })}>
      <div className="flex flex-wrap items-center gap-4">
        {props.children}
        <input
          ref={input}
          type="file"
          name={purpose}
          accept={isPhoto ? photos : `${photos},image/svg+xml`}
          aria-label={`File for the ${noun}`}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) uploading.mutate(file)
            // Clearing the field lets the user choose the same file again after an error.
            target.value = ''
          }}
        />
        <Button
          ref={choose}
          size="sm"
          busy={uploading.isPending}
          onClick={() => input.current?.click()}
        >
          {isThere ? 'Replace' : 'Choose a Picture'}
          <span className="sr-only">: {legend}</span>
        </Button>
        {isThere && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              uploading.reset()
              onRemove()
              choose.current?.focus()
            }}
          >
            Remove<span className="sr-only">: {legend}</span>
          </Button>
        )}
      </div>
      <div role="status" className="sr-only">
        {uploading.isPending && `Uploading the ${noun}`}
        {uploading.isSuccess && `The ${noun} is uploaded`}
      </div>
      {warning && <p className="field-hint mt-2 font-medium text-canary-text">{warning}</p>}
      {uploading.isError && <FormMessage>{uploading.error.message}</FormMessage>}
    </Fieldset>
  )
}
