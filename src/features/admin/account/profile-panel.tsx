import { PortraitField } from '../../content/media/portrait-field.tsx'
import { ProfileSection } from '../../identity/account/profile-section.tsx'

/** The profile with its portrait, which is a picture of the content. */
export const ProfilePanel = () => <ProfileSection portraitField={PortraitField} />
