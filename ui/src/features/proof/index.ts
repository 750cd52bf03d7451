export { Proof } from './proof.tsx';
