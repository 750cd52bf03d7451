import { Dial, FigureParts } from '../../design/index.ts';

/** The picture beside the sign-in form: the thirty minutes of the free call around a person lifting a weight. */
export function PressDial({ label }: { readonly label: string }) {
  return (
    <Dial lit={30} radius={35} len={2.8} max={14.5} width={1.9} unlitWidth={0.9} label={label}>
      <circle className="disc" r="32" />
      <g className="fig" transform="translate(-27 -28) scale(.135)">
        <FigureParts name="press" />
      </g>
    </Dial>
  );
}
