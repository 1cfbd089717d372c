import { Drawing, type DrawingProps } from './drawing.tsx'

type Glyph = Pick<DrawingProps, 'rails' | 'dotted' | 'stations' | 'stationRadius' | 'sheets'> & {
  rules?: string
}

const glyphs: Record<string, Glyph> = {
  'document-processing': {
    rails: ['M14 16h64a22 22 0 0 1 22 22v10', 'M14 80h64a22 22 0 0 0 22-22V48', 'M14 48h166'],
    stations: '100,48',
    sheets: { arrived: '14,16 14,48 14,80', workflow: '160,48 184,48' },
  },
  'customer-service': {
    rails: ['M14 48h76a16 16 0 0 0 16-16 16 16 0 0 1 16-16h62'],
    dotted: ['M96 48a10 16 0 0 1 10 16 16 16 0 0 0 16 16h62'],
    stations: '76,48',
    sheets: { arrived: '14,48', workflow: '184,16', person: '184,80' },
  },
  'marketing-automation': {
    rails: [
      'M14 48h170',
      'M84 48a16 16 0 0 0 16-16 16 16 0 0 1 16-16h68',
      'M84 48a16 16 0 0 1 16 16 16 16 0 0 0 16 16h68',
    ],
    stations: '76,48',
    sheets: { arrived: '14,48', workflow: '184,16 184,48 184,80' },
  },
  'data-analysis': {
    rules: 'M30 88h140M66 70v18M104 52v36M142 34v54',
    rails: [
      'M14 78h44a8 8 0 0 0 8-8v-2a8 8 0 0 1 8-8h22a8 8 0 0 0 8-8v-2a8 8 0 0 1 8-8h22a8 8 0 0 0 8-8v-6a8 8 0 0 1 8-8h34',
    ],
    stations: '85,60 123,42',
    stationRadius: 5,
    sheets: { arrived: '14,78', workflow: '184,20' },
  },
  'custom-solutions': {
    rails: ['M14 48h54M132 48h52'],
    dotted: ['M72 20H128a4 4 0 0 1 4 4V72a4 4 0 0 1-4 4H72a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4Z'],
    stations: '',
    sheets: { arrived: '14,48', workflow: '100,48,0.9 184,48' },
  },
  'workflow-automation': {
    rails: ['M14 48h46M140 48h44', 'M90 18h20a30 30 0 0 1 0 60h-20a30 30 0 0 1 0-60Z'],
    stations: '60,48 140,48 100,78',
    sheets: { arrived: '14,48', workflow: '100,18 184,48' },
  },
}

const plainLine: Glyph = {
  rails: ['M14 48h170'],
  stations: '100,48',
  sheets: { arrived: '14,48', workflow: '184,48' },
}

export function ServiceGlyph({ slug }: { slug: string }) {
  const { rules, ...glyph } = glyphs[slug] ?? plainLine
  return (
    <Drawing
      stationRadius={6}
      {...glyph}
      className="glyph service-icon"
      size={[200, 96]}
      scale={0.6}
      below={rules && <path className="glyph-rule" d={rules} />}
    />
  )
}
