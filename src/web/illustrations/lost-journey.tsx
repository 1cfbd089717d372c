import { Drawing } from './drawing.tsx'

export function LostJourney() {
  return (
    <Drawing
      className="glyph glyph-lost glyph-lost-drawing"
      size={[560, 96]}
      rails={['M2 48h372']}
      dotted={['M396 48h60a24 24 0 0 1 24 24v22', 'M396 48h60a24 24 0 0 0 24-24V2']}
      stations="120,48 248,48 384,48"
      sheets={{ workflow: '17,48', arrived: '346,48' }}
    />
  )
}
