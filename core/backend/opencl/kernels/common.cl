// Compiled before the other files: what they share.

__kernel void fill(__global float* out, float value, uint count) {
    const size_t i = get_global_id(0);
    if (i < count) out[i] = value;
}
